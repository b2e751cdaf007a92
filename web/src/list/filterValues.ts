import { queryOptions } from '@tanstack/react-query';
import { type ColumnValue, client, settle } from '../api/client';
import { filters } from '../texts/filters';
import { addTexts } from '../texts/i18n';
import type { ListDeclaration, ValueFilter } from './declaration';

addTexts('filters', filters);

/** The texts that may name a field as a filter; the first one that is there does. */
export const filterName = (field: string) => [`filters.names.${field}`, `fields.${field}`];

/** The values of a field of a list, in the order of the menu. */
export function valuesQuery({ id }: Pick<ListDeclaration, 'id'>, { field, newestFirst }: ValueFilter) {
  return queryOptions({
    queryKey: ['list', 'values', id, field],
    queryFn: async ({ signal }) => {
      const path = { kind: id, field };
      const { data: values, more = false } = await settle<ColumnValue[]>(
        client.GET('/api/v1/api/lists/{kind}/values/{field}', { params: { path }, signal }),
      );
      const compare = new Intl.Collator(undefined, { numeric: true }).compare;
      const sorted = newestFirst
        ? values.toSorted((one, other) => compare(other.value, one.value))
        : values.toSorted((one, other) => compare(one.name, other.name));
      return { values: sorted, more };
    },
    staleTime: 60_000,
  });
}
