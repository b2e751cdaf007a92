import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Row, send } from '../api/client';
import type { Choices, FormField } from './declaration';

/** One of the sizes that lists come in. */
const atOnce = 10;

/** The first rows that match what is typed; where none does, the first of all. */
function choicesQuery(of: Choices | undefined, q: string) {
  return queryOptions({
    queryKey: ['list', 'choices', of?.list.path, q],
    queryFn: async ({ signal }) => {
      if (!of) return [];
      const body = of.list.method === 'GET' ? {} : { body: {} };
      const ask = async (search: Record<string, string>) =>
        (await send<Row[]>(of.list, { query: { page: 0, per_page: atOnce, ...search }, ...body, signal }))
          .data;
      const found = await ask(q ? { q } : {});
      return found.length > 0 || !q ? found : ask({});
    },
    enabled: of !== undefined,
    retry: false,
  });
}

/** What is offered while a code is typed. Until it has come, or when it does not, anything can be typed all the same. */
export function useChoices(of: Choices | undefined, typed: string): { code: string; name: string }[] {
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({ ...choicesQuery(of, q), placeholderData: keepPreviousData });
  if (!of) return [];
  // Some share a code: a study program is offered in several forms.
  const names = new Map((data ?? []).map((row) => [String(row[of.code] ?? ''), of.name(row)]));
  names.delete('');
  return [...names].map(([code, name]) => ({ code, name }));
}

/** The fields that name a row of a kind of which the dashboard has none yet: no code of theirs can be right. */
export function useNoneYet(fields: readonly FormField[]): ReadonlyMap<string, Choices> {
  const naming = fields.flatMap(({ name, choices }) => (choices ? [{ name, choices }] : []));
  const found = useQueries({ queries: naming.map(({ choices }) => choicesQuery(choices, '')) });
  return new Map(
    naming.filter((_, at) => found[at]?.data?.length === 0).map(({ name, choices }) => [name, choices]),
  );
}
