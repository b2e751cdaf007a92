import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListDeclaration } from './declaration';
import { useNames } from './useNames';

/** With more matches than this the search is too vague for suggestions. */
const maxMatches = 5;

interface Props {
  list: ListDeclaration;
  q: string;
  onScope: (scope: Record<string, string>) => void;
}

/**
 * Suggests people by name. The rows hold only a person's number, so the search finds them by number
 * alone.
 */
export function NameMatches({ list, q, onScope }: Props) {
  const { t } = useTranslation();
  const names = useNames(list);
  const of = list.narrowedBy;
  const typed = q.toLowerCase();
  if (!of || !names || typed === '') return null;
  const matches = [...names].filter(([, name]) => name.toLowerCase().includes(typed));
  if (matches.length === 0 || matches.length > maxMatches) return null;
  return (
    <Group gap={4} mb="xs">
      <Text size="xs" c="dimmed">
        {t(`${of.id}_filter.matches`)}
      </Text>
      {matches.map(([code, name]) => (
        <Button
          key={code}
          size="compact-xs"
          variant="subtle"
          onClick={() =>
            onScope({
              [of.id]: name,
              ...Object.fromEntries(Object.keys(of.fields).map((key) => [key, code])),
            })
          }
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
