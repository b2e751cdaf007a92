import { queryOptions } from '@tanstack/react-query';
import { client, fetchData, type Settings } from './client';

/** Names and options of this installation. Only the server's configuration changes them, so they are fetched once. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => fetchData<Settings>(client.GET('/api/v1/api/settings', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Used until the settings have loaded. */
export const defaultSettings: Settings = {
  source_name: 'OCAS',
  platform_name: 'Moodle',
  mbkm: false,
  zoom: false,
  time_zone: 'Asia/Jakarta',
};
