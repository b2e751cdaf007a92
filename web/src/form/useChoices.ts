import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Row, send } from '../api/client';
import type { Choices, FormField } from './declaration';

/** A page size that lists support. */
const pageSize = 10;

/** The first rows that match the typed text; the first rows of all if none match. */
function choicesQuery(of: Choices | undefined, q: string) {
  return queryOptions({
    queryKey: ['list', 'choices', of?.list.path, q],
    queryFn: async ({ signal }) => {
      if (!of) return [];
      const body = of.list.method === 'GET' ? {} : { body: {} };
      const fetchRows = async (search: Record<string, string>) =>
        (await send<Row[]>(of.list, { query: { page: 0, per_page: pageSize, ...search }, ...body, signal }))
          .data;
      const rows = await fetchRows(q ? { q } : {});
      return rows.length > 0 || !q ? rows : fetchRows({});
    },
    enabled: of !== undefined,
    retry: false,
  });
}

/** The suggestions for a code. Without an answer the user can still type any code. */
export function useChoices(of: Choices | undefined, typed: string): { code: string; name: string }[] {
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({ ...choicesQuery(of, q), placeholderData: keepPreviousData });
  if (!of) return [];
  // Several rows can share a code: a study program is offered in several forms.
  const names = new Map((data ?? []).map((row) => [String(row[of.code] ?? ''), of.name(row)]));
  names.delete('');
  return [...names].map(([code, name]) => ({ code, name }));
}

/** The fields that refer to a kind without rows in the dashboard. No code in them can be right. */
export function useFieldsWithoutChoices(fields: readonly FormField[]): ReadonlyMap<string, Choices> {
  const choiceFields = fields.flatMap(({ name, choices }) => (choices ? [{ name, choices }] : []));
  const results = useQueries({ queries: choiceFields.map(({ choices }) => choicesQuery(choices, '')) });
  return new Map(
    choiceFields
      .filter((_, at) => results[at]?.data?.length === 0)
      .map(({ name, choices }) => [name, choices]),
  );
}
