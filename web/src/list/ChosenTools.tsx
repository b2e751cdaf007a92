import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { narrowedVerbs } from './bulk';
import type { ListDeclaration, Side } from './declaration';

interface Props {
  list: ListDeclaration;
  side: Side;
  /** The list shows only rows that the source no longer lists. */
  gone: boolean;
  /** The number of chosen rows, as text. */
  count: string;
  /** The number of matching rows beyond the page that can also be chosen; null if the page is not fully chosen. */
  others: string | null;
  /** All rows were chosen and one was removed, so the choice now covers this page only. */
  lessened: boolean;
  /** The source is asked for the keys of the matching rows. */
  counting: boolean;
  onAll: () => void;
  onVerb: (verb: Verb) => void;
  onClear: () => void;
}

/** The suggested action stands out, and the destructive one stands apart. */
const looks: Partial<Record<Verb, 'filled' | 'outline'>> = { leave: 'filled', delete: 'outline' };

/** The actions on chosen rows. While rows are chosen, they replace the actions on all rows. */
export function ChosenTools(props: Props) {
  const { list, side, gone, count: n, others, lessened, counting, onAll, onVerb, onClear } = props;
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" fw={600} role="status" mr="xs">
        {t('list.chosen', { n })}
        {lessened && (
          <Text span size="sm" fw={400} ml="xs">
            {t('list.chosen_here')}
          </Text>
        )}
      </Text>
      {others !== null && (
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t('list.choose_matching', { n: others })}
        </Button>
      )}
      {narrowedVerbs[side]
        .filter((verb) => list.verbs[verb]?.all && (verb !== 'leave' || gone))
        .map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={looks[verb] ?? 'default'}
            loading={counting}
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
