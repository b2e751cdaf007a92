import { queryOptions } from '@tanstack/react-query';
import { client, type Settings, settle } from './client';

/** Names and choices of this installation. They change with the server's configuration, so they are asked once. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) =>
    (await settle<Settings>(client.GET('/api/v1/api/settings', { signal }))).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Shown until the settings have come. */
export const assumedSettings: Settings = {
  source_name: 'OCAS',
  platform_name: 'Moodle',
  mbkm: false,
  zoom: false,
  time_zone: 'Asia/Jakarta',
};
