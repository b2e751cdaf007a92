import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type LogEntry, settle } from '../api/client';
import { pageOf } from '../kinds/pages';
import { type ListAddress, readAddress, writeAddress } from '../list/address';
import type { DrawnColumn } from '../list/DataTable';
import { PlainList } from '../list/PlainList';
import { PageHeader } from '../page/PageHeader';
import { Changes } from '../person/Changes';
import { formatMoment } from '../texts/format';

const route = getRouteApi('/app/log-activity');
const plain = { defaultTab: 'dashboard', filters: [] } as const;

/** What was done, with what an edit changed. */
function Deed({ entry }: { entry: LogEntry }) {
  return (
    <>
      {entry.action}
      <Changes changes={entry.changes} />
    </>
  );
}

/** Where an entry leads: to its job's report, or to the person or class that it is about. */
function About({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const page = entry.kind && entry.number ? pageOf(entry.kind, entry.number) : null;
  const link = entry.job_id === null ? page : { to: `/tugas/${entry.job_id}` };
  if (!link) return null;
  return (
    <Anchor component={Link} {...link} size="xs">
      {t(entry.job_id === null ? 'log.see' : 'log.details')}
    </Anchor>
  );
}

export function LogScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = readAddress(plain, route.useSearch());
  const go = (next: ListAddress, replace = false) =>
    void navigate({ to: '/log-activity', search: writeAddress(plain, next), replace });

  const columns = useMemo<DrawnColumn<LogEntry>[]>(
    () => [
      { id: 'action', label: t('log.action'), card: 'heading', wraps: true, cell: (entry) => <Deed entry={entry} /> },
      { id: 'actor', label: t('log.actor'), card: 'line', cell: (entry) => entry.actor || '-' },
      {
        id: 'created_at',
        label: t('log.created_at'),
        card: 'line',
        cell: (entry) => formatMoment(entry.created_at),
      },
    ],
    [t],
  );

  return (
    <>
      <PageHeader title={t('titles.log')} />
      <PlainList<LogEntry>
        title={t('titles.log')}
        address={address}
        onAddress={go}
        cacheKey={['log']}
        load={(query, signal) =>
          settle<LogEntry[]>(client.GET('/api/v1/api/react/log', { params: { query }, signal }))
        }
        columns={columns}
        idOf={(entry) => String(entry.id)}
        labelOf={(entry) => entry.action}
        actions={(entry) => <About entry={entry} />}
        empty={{ title: t('list.empty_plain') }}
      />
    </>
  );
}
