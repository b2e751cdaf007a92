import { Button, Group, NativeSelect, Tabs, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsk } from '../action/Confirm';
import { PageHeader } from '../action/PageHeader';
import type { Verb } from '../action/request';
import { type Row, send } from '../api/client';
import { assumedSettings, settingsQuery } from '../api/settings';
import { formatNumber } from '../texts/format';
import { type ListAddress, listQuery, sortedBy } from './address';
import { useDrawnColumns } from './columns';
import { type Chosen, DataTable } from './DataTable';
import type { ListDeclaration, Side } from './declaration';
import { LazyScopeFilter } from './LazyScopeFilter';
import { ListMessage, NextStep } from './ListStates';
import { LoadFailed, StaleAlert } from './LoadStates';
import { PageActions } from './PageActions';
import { lastPage, Paging } from './Paging';
import { RowActions } from './RowActions';
import { callScope, requestForAll, requestForOne } from './requests';
import { SearchBox } from './SearchBox';

const DeletedRows = lazy(() => import('./DeletedRows').then((module) => ({ default: module.DeletedRows })));

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** `replace` is for changes that the back button should not stop at, such as each word of a search. */
  onAddress: (next: ListAddress, replace?: boolean) => void;
}

export function ListScreen({ list, address, onAddress }: Props) {
  const { t, i18n } = useTranslation();
  const ask = useAsk();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const [chosen, setChosen] = useState<Chosen>({});
  const { tab } = address;
  const title = t(`kinds.${list.id}.title`);
  const { narrowedBy } = list;
  const unnarrowed = narrowedBy?.required === true && Object.keys(address.scope).length === 0;
  const needsScope = unnarrowed && tab === 'source';

  const scopeKey = JSON.stringify(address.scope);
  // Chosen rows belong to what was on screen: another tab, class, search or filter lets go of them.
  const setting = JSON.stringify([tab, scopeKey, address.q, address.filters]);
  const [chosenIn, setChosenIn] = useState(setting);
  if (chosenIn !== setting) {
    setChosenIn(setting);
    setChosen({});
  }

  const call = list.lists[tab] ?? list.lists.dashboard;
  const scope = callScope(list, address);
  // What narrows the list goes where the call takes it.
  const query = { ...listQuery(address), ...(call.method === 'GET' ? scope : {}) };
  const rows = useQuery({
    queryKey: ['list', list.id, tab, scopeKey, query],
    queryFn: ({ signal }) => send<Row[]>(call, { query, body: scope, signal }),
    enabled: !needsScope,
    // Rows of the same tab and class stay while the next page comes; those of another would be a lie.
    placeholderData: (before, beforeQuery) => {
      const key = beforeQuery?.queryKey;
      return key?.[2] === tab && key[3] === scopeKey ? keepPreviousData(before) : undefined;
    },
  });

  const total = rows.data?.total ?? rows.data?.data.length ?? 0;
  const last = lastPage(total, address.per_page);
  // The last row of the last page may just have been deleted.
  useEffect(() => {
    if (rows.isSuccess && !rows.isPlaceholderData && address.page > last) {
      onAddress({ ...address, page: last }, true);
    }
  }, [rows.isSuccess, rows.isPlaceholderData, address, last, onAddress]);

  const askOne = useCallback(
    (verb: Verb, row: Row) => {
      const request = requestForOne(list, verb, row, settings, t);
      if (request) ask(request);
    },
    [ask, list, settings, t],
  );
  const chosenIds = useMemo(() => Object.keys(chosen), [chosen]);
  const askAll = (verb: Verb, ids: readonly string[] = []) => {
    const request = requestForAll(list, verb, address, ids, settings, t);
    if (request) ask(request, () => ids.length > 0 && setChosen({}));
  };

  const columns = useDrawnColumns(list, tab, settings, askOne);
  const byKey = tab === 'source' && !list.keyIsShared;
  const idOf = useCallback((row: Row) => String(byKey ? row[list.key] : row.id), [list, byKey]);
  const filtered = address.q !== '' || (tab === 'dashboard' && Object.keys(address.filters).length > 0);
  const change = (part: Partial<ListAddress>, replace = false) =>
    onAddress({ ...address, page: 0, ...part }, replace);
  const sideNames: Record<Side, string> = { source: settings.source_name, dashboard: t('list.dashboard') };
  const hasRowActions = tab === 'source' ? list.verbs.sync?.one : list.editable || list.verbs.delete?.one;
  const choosable = (tab === 'dashboard' || byKey) && chosenVerbs[tab].some((verb) => list.verbs[verb]?.all);

  const content = (
    <>
      <Group gap="xs" mb="xs" mih={30} key={chosenIds.length > 0 ? 'chosen' : 'tools'}>
        {chosenIds.length > 0 ? (
          <ChosenActions
            list={list}
            side={tab}
            count={chosenIds.length}
            onVerb={(verb) => askAll(verb, chosenIds)}
            onClear={() => setChosen({})}
          />
        ) : (
          <>
            {narrowedBy && (
              <LazyScopeFilter
                of={narrowedBy}
                scope={address.scope}
                onChange={(scope) => change({ scope })}
              />
            )}
            <SearchBox value={address.q} onChange={(q) => change({ q }, true)} />
            {tab === 'dashboard' &&
              list.filters.map(({ field, options }) => (
                <NativeSelect
                  key={field}
                  size="xs"
                  className="list-filter"
                  aria-label={t(`fields.${field}`)}
                  value={address.filters[field] ?? ''}
                  data={[
                    { value: '', label: `${t(`fields.${field}`)}: ${t('list.all').toLowerCase()}` },
                    ...options.map((value) => ({
                      value,
                      label: `${t(`fields.${field}`)}: ${t(`state.${value}`, { defaultValue: value })}`,
                    })),
                  ]}
                  onChange={(event) => {
                    const { [field]: _before, ...others } = address.filters;
                    const { value } = event.currentTarget;
                    change({ filters: value ? { ...others, [field]: value } : others });
                  }}
                />
              ))}
            <Text size="xs" c="dimmed" ml="auto" role="status">
              {rows.data && t('list.rows', { n: formatNumber(total, i18n.language) })}
            </Text>
            {list.deleted && (
              <Suspense>
                <DeletedRows list={list} deleted={list.deleted} />
              </Suspense>
            )}
          </>
        )}
      </Group>

      {rows.isError && rows.data && <StaleAlert error={rows.error} onRetry={() => rows.refetch()} />}

      {needsScope && narrowedBy ? (
        <ListMessage
          title={t(`${narrowedBy.id}_filter.pick_title`)}
          detail={t(`${narrowedBy.id}_filter.pick_next`, { source: settings.source_name })}
        />
      ) : rows.isError && !rows.data ? (
        <LoadFailed error={rows.error} onRetry={() => rows.refetch()} />
      ) : rows.data?.data.length === 0 && !rows.isPlaceholderData ? (
        filtered ? (
          <ListMessage title={t('list.empty_search')}>
            <NextStep label={t('list.empty_search_next')} onClick={() => change({ q: '', filters: {} })} />
          </ListMessage>
        ) : tab === 'source' ? (
          <ListMessage title={t('list.empty_source', { source: settings.source_name })} />
        ) : (
          <ListMessage
            title={t('list.empty_dashboard')}
            detail={
              unnarrowed && narrowedBy
                ? t(`${narrowedBy.id}_filter.pick_to_sync`)
                : t('list.empty_dashboard_next', { source: settings.source_name })
            }
          >
            {list.verbs.sync?.all && !unnarrowed && (
              <NextStep label={t('actions.sync')} onClick={() => askAll('sync')} />
            )}
          </ListMessage>
        )
      ) : (
        <>
          <DataTable<Row>
            title={title}
            columns={columns}
            items={rows.data?.data}
            idOf={idOf}
            labelOf={list.label}
            firstNumber={address.page * address.per_page + 1}
            sort={address.sort}
            order={address.order}
            onSort={(field) => onAddress(sortedBy(address, field))}
            stale={rows.isPlaceholderData}
            skeletonRows={10}
            {...(choosable ? { chosen, onChosen: setChosen } : {})}
            {...(hasRowActions
              ? {
                  actions: (row: Row, as: 'icons' | 'menu') => (
                    <RowActions list={list} side={tab} row={row} as={as} onVerb={askOne} />
                  ),
                }
              : {})}
          />
          {rows.data && (
            <Paging
              page={address.page}
              perPage={address.per_page}
              total={total}
              onPage={(page) => onAddress({ ...address, page })}
              onPerPage={(per_page) => change({ per_page })}
            />
          )}
        </>
      )}
    </>
  );

  return (
    <>
      <PageHeader title={title}>
        <PageActions
          list={list}
          syncReady={!unnarrowed}
          chosen={chosenIds.length}
          side={tab}
          onVerb={(verb) => askAll(verb)}
        />
      </PageHeader>

      {list.lists.source ? (
        <Tabs
          value={tab}
          onChange={(value) =>
            change({ tab: value === 'source' ? 'source' : 'dashboard', sort: 'id', order: 'asc' })
          }
        >
          <Tabs.List mb="sm">
            {(['source', 'dashboard'] as const).map((side) => (
              <Tabs.Tab key={side} value={side}>
                {sideNames[side]}{' '}
                {side === tab && rows.data && (
                  <Text span size="xs" lh={1} c="dimmed" ml={6}>
                    {formatNumber(total, i18n.language)}
                  </Text>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>

          <Tabs.Panel value={tab}>{content}</Tabs.Panel>
        </Tabs>
      ) : (
        content
      )}
    </>
  );
}

interface ChosenProps {
  list: ListDeclaration;
  side: Side;
  count: number;
  onVerb: (verb: Verb) => void;
  onClear: () => void;
}

const chosenVerbs: Record<Side, readonly Verb[]> = {
  source: ['sync'],
  dashboard: ['export', 'enroll', 'unenroll', 'delete'],
};

/** What can be done with the rows that are ticked. */
function ChosenActions({ list, side, count, onVerb, onClear }: ChosenProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Text size="sm" fw={600} role="status" mr="xs">
        {t('list.chosen', { n: formatNumber(count, i18n.language) })}
      </Text>
      {chosenVerbs[side]
        .filter((verb) => list.verbs[verb]?.all)
        .map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={verb === 'delete' ? 'outline' : 'default'}
            {...(verb === 'delete' ? { color: 'red' } : {})}
            onClick={() => onVerb(verb)}
          >
            {t(`actions.${verb}`)}
          </Button>
        ))}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('list.clear_chosen')}
      </Button>
    </>
  );
}
