import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import type { ListDeclaration, Side } from './declaration';
import { LazyMenu } from './LazyMenu';

interface Props {
  list: ListDeclaration;
  syncReady: boolean;
  chosen: number;
  side: Side;
  onVerb: (verb: Verb) => void;
}

const icons = { export: IconUpload, enroll: IconUserPlus, unenroll: IconUserMinus } as const;

/** What can be done with all rows. Sync is the one primary button; deleting everything stands apart, in red. */
export function PageActions({ list, syncReady, onVerb }: Props) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const middle = (['export', 'enroll', 'unenroll'] as const).filter((verb) => list.verbs[verb]?.all);
  const sync = list.verbs.sync?.all && (
    <Button
      size="xs"
      leftSection={<IconRefresh size={15} aria-hidden />}
      // Not the attribute `disabled`, which would hide the reason from keyboard and screen reader.
      {...(syncReady
        ? {}
        : { 'data-disabled': true, 'aria-disabled': true, 'data-hint': t('class_filter.pick_to_sync') })}
      onClick={() => syncReady && onVerb('sync')}
    >
      {t('actions.sync')}
    </Button>
  );
  const remove = list.verbs.delete?.all;
  return (
    <Group gap="xs">
      {sync}
      {!narrow &&
        middle.map((verb) => {
          const Icon = icons[verb];
          return (
            <Button
              key={verb}
              size="xs"
              variant="default"
              leftSection={<Icon size={15} aria-hidden />}
              onClick={() => onVerb(verb)}
            >
              {t(`actions.${verb}`)}
            </Button>
          );
        })}
      {!narrow && list.editable && (
        <Button
          size="xs"
          variant="default"
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
              label: t(`actions.${verb}`),
              Icon: icons[verb],
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
