import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { tabVerbs } from './bulk';
import type { ListDeclaration, ListTab } from './declaration';

interface Props {
  list: ListDeclaration;
  tab: ListTab;
  /** The list shows only rows that the source no longer lists. */
  onlyMissing: boolean;
  /** The number of selected rows, as text. */
  count: string;
  /** The number of matching rows beyond the page that can also be selected; null unless the whole page is selected. */
  matchingCount: string | null;
  /** All rows were selected and one was removed, so the selection now covers this page only. */
  reducedToPage: boolean;
  /** The source is asked for the keys of the matching rows. */
  loading: boolean;
  onAll: () => void;
  onVerb: (verb: Verb) => void;
  onClear: () => void;
}

/** The suggested action stands out, and the destructive one stands apart. */
const variants: Partial<Record<Verb, 'filled' | 'outline'>> = { leave: 'filled', delete: 'outline' };

/** The actions on selected rows. While rows are selected, they replace the actions on all rows. */
export function SelectionTools(props: Props) {
  const {
    list,
    tab,
    onlyMissing,
    count: n,
    matchingCount,
    reducedToPage,
    loading,
    onAll,
    onVerb,
    onClear,
  } = props;
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" fw={600} role="status" mr="xs">
        {t('list.chosen', { n })}
        {reducedToPage && (
          <Text span size="sm" fw={400} ml="xs">
            {t('list.chosen_here')}
          </Text>
        )}
      </Text>
      {matchingCount !== null && (
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t('list.choose_matching', { n: matchingCount })}
        </Button>
      )}
      {tabVerbs[tab]
        .filter((verb) => list.verbs[verb]?.all && (verb !== 'leave' || onlyMissing))
        .map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={variants[verb] ?? 'default'}
            loading={loading}
            {...(verb === 'delete' ? { color: 'red', ml: 'md' } : {})}
            onClick={() => onVerb(verb)}
          >
            {t(`actions.${verb}`)} ({n})
          </Button>
        ))}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('list.clear_chosen')}
      </Button>
    </>
  );
}
