import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Row, send } from '../api/client';
import type { ListDeclaration } from './declaration';

/** Milliseconds. Names rarely change, and their list is read as a whole. */
const staleAfter = 5 * 60_000;

/** The names for the codes of a list, if a column has such codes. Until the names have loaded, the codes appear alone. */
export function useNames(list: ListDeclaration): ReadonlyMap<string, string> | undefined {
  const naming = list.columns.find(({ names }) => names)?.names;
  const { data } = useQuery({
    queryKey: ['list', 'names', naming?.list.path],
    queryFn: async ({ signal }) => (naming ? (await send<Row[]>(naming.list, { signal })).data : []),
    enabled: naming !== undefined,
    staleTime: staleAfter,
  });
  return useMemo(
    () => naming && data && new Map(data.map((row) => [String(row[naming.code]), naming.name(row)])),
    [naming, data],
  );
}

/** Returns the name for a row's code, if a column has such codes and the names have loaded. */
export function useRowName(list: ListDeclaration): (row: Row) => string | undefined {
  const names = useNames(list);
  const field = list.columns.find((column) => column.names)?.field;
  return useCallback((row) => (field ? names?.get(String(row[field])) : undefined), [names, field]);
}
