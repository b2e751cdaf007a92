import { queryOptions } from '@tanstack/react-query';
import { client, fetchData, type SavedView } from '../api/client';
import type { RawAddress } from './address';

const path = '/api/v1/api/lists/{kind}/views';

/** A list's saved filters: the user's own, and those that others share. */
export const viewsQuery = (kind: string) =>
  queryOptions({
    queryKey: ['views', kind],
    queryFn: ({ signal }) => fetchData<SavedView[]>(client.GET(path, { params: { path: { kind } }, signal })),
  });

/** Saves a filter; the user's filter of the same name is replaced. */
export const saveView = (kind: string, body: { label: string; address: RawAddress; shared: boolean }) =>
  fetchData(client.POST(path, { params: { path: { kind } }, body }));

export const deleteView = (kind: string, id: number) =>
  fetchData(client.DELETE(path, { params: { path: { kind } }, body: { id } }));
