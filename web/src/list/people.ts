import type { PersonLine, Row } from '../api/client';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';

/** The most people of several pages who are named one by one in a call. Each has several rows. */
export const maxNamedPeople = 500;

/** The list as it is shown: people in the dashboard's tab while no class is chosen, otherwise the rows of the kind. */
export function shownList(
  list: ListDeclaration,
  { tab, scope }: Pick<ListAddress, 'tab' | 'scope'>,
): ListDeclaration {
  const { people, lists, ...others } = list;
  if (!people || tab !== 'dashboard' || Object.keys(scope).length > 0) return list;
  return {
    ...others,
    lists: { ...lists, dashboard: people.call },
    columns: people.columns,
    ofPeople: people.severalRows === true,
    // A call for one person is for all classes.
    rowCallFields: [],
  };
}

/** The address without an order that the shown list does not have, such as that of a class's list. */
export function shownAddress({ columns }: ListDeclaration, address: ListAddress): ListAddress {
  const sorts = columns.some(({ field, sortable }) => field === address.sort && sortable !== false);
  return sorts || address.sort === 'id' ? address : { ...address, sort: 'id', order: 'asc' };
}

/** A line of a list of people. */
export const personOf = (row: Row) => row as unknown as PersonLine;

/** The ids that actions take for a line: the person's rows, or the row. */
export function rowIds({ ofPeople }: Pick<ListDeclaration, 'ofPeople'>, row: Row): number[] {
  return ofPeople ? personOf(row).rows : [Number(row.id)];
}
