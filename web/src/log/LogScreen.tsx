import { Anchor, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { PageHeader } from '../action/PageHeader';
import { client, type LogEntry, settle } from '../api/client';
import { type ListAddress, listQuery, readAddress, sortedBy, writeAddress } from '../list/address';
import { DataTable, type DrawnColumn } from '../list/DataTable';
import { ListMessage, NextStep } from '../list/ListStates';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { SearchBox } from '../list/SearchBox';
import { formatMoment, formatNumber } from '../texts/format';

const route = getRouteApi('/app/log-activity');
const plain = { defaultTab: 'dashboard', filters: [] } as const;

export function LogScreen() {
  const { t, i18n } = useTranslation();
  const { openRows } = useJobs();
  const navigate = useNavigate();
  const address = readAddress(plain, route.useSearch());
  const go = (next: ListAddress, replace = false) =>
    void navigate({ to: '/log-activity', search: writeAddress(plain, next), replace });

  const query = listQuery(address);
  const log = useQuery({
    queryKey: ['list', 'log', query],
    queryFn: ({ signal }) =>
      settle<LogEntry[]>(client.GET('/api/v1/api/react/log', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
  const total = log.data?.total ?? log.data?.data.length ?? 0;

  const columns = useMemo<DrawnColumn<LogEntry>[]>(
    () => [
      { id: 'action', label: t('log.action'), card: 'heading', cell: (entry) => entry.action },
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
      <Group gap="xs" mb="xs" mih={30}>
        <SearchBox value={address.q} onChange={(q) => go({ ...address, q, page: 0 }, true)} />
        <Text size="xs" c="dimmed" ml="auto" role="status">
          {log.data && t('list.rows', { n: formatNumber(total, i18n.language) })}
        </Text>
      </Group>
      {log.isError && log.data && <StaleAlert error={log.error} onRetry={() => log.refetch()} />}
      {log.isError && !log.data ? (
        <LoadFailed error={log.error} onRetry={() => log.refetch()} />
      ) : log.data?.data.length === 0 ? (
        address.q ? (
          <ListMessage title={t('list.empty_search')}>
            <NextStep label={t('list.clear_search')} onClick={() => go({ ...address, q: '', page: 0 })} />
          </ListMessage>
        ) : (
          <ListMessage title={t('list.empty_plain')} />
        )
      ) : (
        <>
          <DataTable<LogEntry>
            title={t('titles.log')}
            columns={columns}
            items={log.data?.data}
            idOf={(entry) => String(entry.id)}
            labelOf={(entry) => entry.action}
            firstNumber={address.page * address.per_page + 1}
            sort={address.sort}
            order={address.order}
            onSort={(field) => go(sortedBy(address, field))}
            stale={log.isPlaceholderData}
            skeletonRows={10}
            actions={({ job_id }) =>
              job_id === null ? null : (
                <Anchor component="button" type="button" size="xs" onClick={() => openRows(job_id)}>
                  {t('log.details')}
                </Anchor>
              )
            }
          />
          {log.data && (
            <Paging
              page={address.page}
              perPage={address.per_page}
              total={total}
              onPage={(page) => go({ ...address, page })}
              onPerPage={(per_page) => go({ ...address, per_page, page: 0 })}
            />
          )}
        </>
      )}
    </>
  );
}
