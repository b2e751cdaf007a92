import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import { formatNumber } from '../texts/format';
import { narrowedVerbs } from './bulk';
import type { ListDeclaration, Side } from './declaration';

interface Props {
  list: ListDeclaration;
  side: Side;
  /** Rows that are chosen. */
  count: number;
  /** Rows that could be chosen beyond the page, where the page's own are all chosen. */
  others: number | null;
  onAll: () => void;
  onVerb: (verb: Verb) => void;
  onClear: () => void;
}

/** What can be done with the rows that are ticked, and with nothing else while there are some. */
export function ChosenTools({ list, side, count, others, onAll, onVerb, onClear }: Props) {
  const { t, i18n } = useTranslation();
  const n = formatNumber(count, i18n.language);
  return (
    <>
      <Text size="sm" fw={600} role="status" mr="xs">
        {t('list.chosen', { n })}
      </Text>
      {others !== null && (
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t('list.choose_matching', { n: formatNumber(others, i18n.language) })}
        </Button>
      )}
      {narrowedVerbs[side]
        .filter((verb) => list.verbs[verb]?.all)
        .map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={verb === 'delete' ? 'outline' : 'default'}
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
