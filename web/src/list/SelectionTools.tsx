import { Button, Group, Text } from '@mantine/core';
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { useNarrow } from '../page/useNarrow';
import { tabVerbs } from './bulk';
import type { ListDeclaration, ListTab } from './declaration';
import { LazyMenu } from './LazyMenu';
import { verbIcons } from './verbIcons';

interface Selection {
  list: Pick<ListDeclaration, 'ofPeople'>;
  /** The number of selected rows, as text. */
  count: string;
  /** The number of matching rows beyond the page that can also be selected; null unless the whole page is selected. */
  matchingCount: string | null;
  onAll: () => void;
  onClear: () => void;
}

interface ActionsProps extends Selection {
  list: ListDeclaration;
  tab: ListTab;
  /** The list shows only rows that the source no longer lists. */
  onlyMissing: boolean;
  /** The source is asked for the keys of the matching rows. */
  loading: boolean;
  onVerb: (verb: Verb) => void;
  /** Changes fields of the selected rows together. */
  onTogether: (() => void) | undefined;
}

/** The part of the texts that names the lines: people, or rows. */
const part = ({ ofPeople }: Selection['list']) => (ofPeople ? 'people' : 'list');

/** The suggested action stands out, and the destructive one stands apart. */
const variants: Partial<Record<Verb, 'filled' | 'outline'>> = { leave: 'filled', delete: 'outline' };

/** The actions on selected rows, in the place and with the height of the actions on all rows. On a phone, a menu. */
export function SelectionActions(props: ActionsProps) {
  const {
    list,
    tab,
    onlyMissing,
    count: n,
    matchingCount,
    loading,
    onAll,
    onClear,
    onVerb,
    onTogether,
  } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const verbs = tabVerbs[tab].filter((verb) => list.verbs[verb]?.all && (verb !== 'leave' || onlyMissing));
  const labelOf = (verb: Verb) => `${t(`actions.${verb}`)} (${n})`;
  if (narrow) {
    const all =
      matchingCount === null
        ? []
        : [
            {
              label: t(`${part(list)}.choose_matching`, { n: matchingCount }),
              Icon: IconChecks,
              onClick: onAll,
            },
          ];
    const actions = verbs.map((verb) => ({
      label: labelOf(verb),
      Icon: verbIcons[verb] ?? IconDots,
      danger: verb === 'delete',
      onClick: () => onVerb(verb),
    }));
    const together = onTogether
      ? [{ label: `${t('list.edit_together')} (${n})`, Icon: IconPencil, onClick: onTogether }]
      : [];
    const clear = { label: t('list.clear_chosen'), Icon: IconX, onClick: onClear };
    return (
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Text size="xs" fw={600} role="status" truncate maw={112}>
          {t(`${part(list)}.chosen`, { n })}
        </Text>
        <LazyMenu
          label={t(`${part(list)}.chosen_menu`, { n })}
          variant="default"
          Icon={IconDots}
          items={[...all, ...together, ...actions, clear]}
        />
      </Group>
    );
  }
  return (
    <Group gap="xs">
      {onTogether && (
        <Button size="xs" variant="default" onClick={onTogether}>
          {`${t('list.edit_together')} (${n})`}
        </Button>
      )}
      {verbs.map((verb) => (
        <Button
          key={verb}
          size="xs"
          variant={variants[verb] ?? 'default'}
          loading={loading}
          {...(verb === 'delete' ? { color: 'red', ml: 'md' } : {})}
          onClick={() => onVerb(verb)}
        >
          {labelOf(verb)}
        </Button>
      ))}
    </Group>
  );
}

interface SummaryProps extends Selection {
  /** All rows were selected and one was removed, so the selection now covers this page only. */
  reducedToPage: boolean;
}

/**
 * The number of selected rows, at the end of the line of tabs. It takes no room of its own, so that the table does not move. On a
 * phone it stands in the page's header.
 */
export function SelectionSummary({
  list,
  count: n,
  matchingCount,
  reducedToPage,
  onAll,
  onClear,
}: SummaryProps) {
  const { t } = useTranslation();
  if (useNarrow()) return null;
  return (
    <Group gap={4} wrap="nowrap" className="selection-summary">
      <Text size="sm" fw={600} role="status" truncate>
        {t(`${part(list)}.chosen`, { n })}
        {reducedToPage && (
          <Text span size="sm" fw={400} ml="xs">
            {t(`${part(list)}.chosen_here`)}
          </Text>
        )}
      </Text>
      {matchingCount !== null && (
        <Button size="compact-xs" variant="subtle" style={{ flexShrink: 0 }} onClick={onAll}>
          {t(`${part(list)}.choose_matching`, { n: matchingCount })}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" style={{ flexShrink: 0 }} onClick={onClear}>
        {t('list.clear_chosen')}
      </Button>
    </Group>
  );
}
