import { Button, Group } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { toastNeutral } from '../message/toasts';
import { useNarrow } from '../page/useNarrow';
import { useMayChange } from '../session/session';
import type { ListDeclaration } from './declaration';
import { LazyMenu } from './LazyMenu';
import { verbIcons } from './verbIcons';

interface Props {
  list: ListDeclaration;
  /** The list is filtered to rows that the source no longer lists, and has some. */
  onlyMissing: boolean;
  syncReady: boolean;
  /** The source is asked for the keys of the rows to sync. */
  loading: boolean;
  onVerb: (verb: Verb) => void;
}

/**
 * The actions on all rows. Sync is the only primary button, except for rows that the source no longer lists. Deleting
 * everything stands apart, in red.
 */
export function PageActions({ list, onlyMissing, syncReady, loading, onVerb }: Props) {
  const { t } = useTranslation();
  const mayChange = useMayChange();
  // A kind may have its own label for an action; otherwise the common label applies.
  const labelOf = (verb: string) => t([`kinds.${list.id}.actions.${verb}`, `actions.${verb}`]);
  const narrow = useNarrow();
  const middle = (['export', 'enroll', 'unenroll'] as const).filter((verb) => list.verbs[verb]?.all);
  const leave = onlyMissing && list.verbs.leave?.all && (
    <Button size="xs" leftSection={<IconUserMinus size={15} aria-hidden />} onClick={() => onVerb('leave')}>
      {labelOf('leave')}
    </Button>
  );
  // What must be chosen before the source can be read.
  const blocker = !syncReady && list.narrowedBy ? t(`${list.narrowedBy.id}_filter.pick_to_sync`) : null;
  const sync = list.verbs.sync?.all && (
    <Button
      size="xs"
      variant={leave ? 'default' : 'filled'}
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={loading}
      // Not the attribute `disabled`, which would hide the reason from keyboards and screen readers. A tap shows the reason,
      // too.
      {...(blocker
        ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': blocker, 'data-hint': blocker }
        : {})}
      onClick={() => (blocker ? toastNeutral(labelOf('sync'), blocker) : onVerb('sync'))}
    >
      {labelOf('sync')}
    </Button>
  );
  if (!mayChange) return null;
  const remove = list.verbs.delete?.all;
  // If nothing can be synced, creating a row is the first action, on a phone too.
  const createFirst = list.editable && !sync;
  return (
    <Group gap="xs">
      {leave}
      {sync}
      {!narrow &&
        middle.map((verb) => {
          const Icon = verbIcons[verb] ?? IconDots;
          return (
            <Button
              key={verb}
              size="xs"
              variant="default"
              leftSection={<Icon size={15} aria-hidden />}
              onClick={() => onVerb(verb)}
            >
              {labelOf(verb)}
            </Button>
          );
        })}
      {(!narrow || createFirst) && list.editable && !leave && (
        <Button
          size="xs"
          variant={createFirst ? 'filled' : 'default'}
          leftSection={<IconPlus size={15} aria-hidden />}
          component={Link}
          to={`${list.path}/create`}
        >
          {t('actions.create')}
        </Button>
      )}
      {!narrow && remove && (
        <Button
          size="xs"
          variant="outline"
          color="red"
          ml="md"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => onVerb('delete')}
        >
          {t('actions.delete_all')}
        </Button>
      )}
      {narrow && (middle.length > 0 || remove) && (
        <LazyMenu
          label={t('list.more')}
          variant="default"
          Icon={IconDots}
          items={[
            ...middle.map((verb) => ({
              label: labelOf(verb),
              Icon: verbIcons[verb] ?? IconDots,
              onClick: () => onVerb(verb),
            })),
            ...(list.editable
              ? [{ label: t('actions.create'), Icon: IconPlus, to: `${list.path}/create` }]
              : []),
            ...(remove
              ? [
                  {
                    label: t('actions.delete_all'),
                    Icon: IconTrash,
                    danger: true,
                    onClick: () => onVerb('delete'),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Group>
  );
}
