import { Anchor, Group } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type LogEntry, settle } from '../api/client';
import { pageOf } from '../kinds/pages';
import { type ListAddress, readAddress, writeAddress } from '../list/address';
import { PlainList } from '../list/PlainList';
import type { TableColumn } from '../list/tableTypes';
import { DownloadButton } from '../page/DownloadButton';
import { PageHeader } from '../page/PageHeader';
import { Changes } from '../person/Changes';
import { formatMoment } from '../texts/format';
import { LogFilters, type LogFilterValues, readLogFilters } from './LogFilters';

const route = getRouteApi('/app/log-activity');
const newestFirst = { defaultTab: 'dashboard', filters: [], defaultOrder: 'desc' } as const;

/** What was done, with the changes of an edit. */
function ActionCell({ entry }: { entry: LogEntry }) {
  return (
    <>
      {entry.action}
      <Changes changes={entry.changes} />
    </>
  );
}

/** The display name with the account behind it, which filters the log by that account. */
function ActorCell({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const { principal } = entry;
  if (principal?.type !== 'account' && principal?.type !== 'schedule') return entry.actor || '-';
  return (
    <>
      {entry.actor}{' '}
      <Anchor
        component={Link}
        to="/log-activity"
        search={{ account: String(principal.id) } as never}
        size="xs"
        td="underline"
        aria-label={t('log.only_account', { username: principal.username })}
      >
        {principal.username}
      </Anchor>
    </>
  );
}

/** The target of an entry: the report of its job, or its person or class. */
function EntryLink({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const page = entry.kind && entry.number ? pageOf(entry.kind, [entry.number]) : null;
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
  const raw = route.useSearch();
  const address = readAddress(newestFirst, raw);
  const filters = readLogFilters(raw);
  const go = (next: ListAddress, replace = false, nextFilters: LogFilterValues = filters) =>
    void navigate({
      to: '/log-activity',
      search: { ...writeAddress(newestFirst, next), ...nextFilters },
      replace,
    });

  const columns = useMemo<TableColumn<LogEntry>[]>(
    () => [
      {
        id: 'action',
        label: t('log.action'),
        card: 'heading',
        wraps: true,
        cell: (entry) => <ActionCell entry={entry} />,
      },
      {
        id: 'actor',
        label: t('log.actor'),
        card: 'line',
        cell: (entry) => <ActorCell entry={entry} />,
      },
      {
        id: 'address',
        label: t('log.address'),
        card: 'line',
        sortable: false,
        cell: (entry) => entry.address ?? '-',
      },
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
      <PageHeader title={t('titles.log')}>
        <Group gap="xs">
          {(['csv', 'jsonl'] as const).map((format) => (
            <DownloadButton key={format} address={`/api/v1/api/react/log.${format}`}>
              {t(`log.save_${format}`)}
            </DownloadButton>
          ))}
        </Group>
      </PageHeader>
      <PlainList<LogEntry>
        title={t('titles.log')}
        defaultOrder={newestFirst.defaultOrder}
        address={address}
        onAddress={go}
        cacheKey={['log', filters]}
        load={(query, signal) =>
          settle<LogEntry[]>(
            client.GET('/api/v1/api/react/log', { params: { query: { ...query, ...filters } }, signal }),
          )
        }
        columns={columns}
        idOf={(entry) => String(entry.id)}
        labelOf={(entry) => entry.action}
        actions={(entry) => <EntryLink entry={entry} />}
        empty={{ title: t(Object.keys(filters).length > 0 ? 'list.empty_search' : 'list.empty_plain') }}
        filters={{
          fields: (
            <LogFilters values={filters} onChange={(next) => go({ ...address, page: 0 }, false, next)} />
          ),
          count: Object.keys(filters).length,
        }}
      />
    </>
  );
}
