import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { narrowedVerbs } from './bulk';
import type { ListDeclaration, Side } from './declaration';

interface Props {
  list: ListDeclaration;
  side: Side;
  /** The list shows rows alone that the source lists no more. */
  gone: boolean;
  /** Rows that are chosen, as their number is told. */
  count: string;
  /** Rows that could be chosen beyond the page, where the page's own are all chosen. */
  others: string | null;
  /** The choice was of every row, and one was taken out: now it is of rows on the page alone. */
  lessened: boolean;
  /** Which rows are meant is being asked of the source. */
  counting: boolean;
  onAll: () => void;
  onVerb: (verb: Verb) => void;
  onClear: () => void;
}

/** The one that the rows call for stands out; what destroys stands apart. */
const looks: Partial<Record<Verb, 'filled' | 'outline'>> = { leave: 'filled', delete: 'outline' };

/** What can be done with the rows that are ticked, and with nothing else while there are some. */
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
