import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { PageLink, Verb } from '../action/request';
import { useOneAtATime } from '../action/useOneAtATime';
import type { Row } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { toastError } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { countText } from '../texts/format';
import type { Term } from '../texts/help';
import { type ListAddress, withSort } from './address';
import { placeColumn, useArrangement, visibleColumns } from './arrangement';
import {
  bulkScope,
  canNameRows,
  canSelectMatching,
  isFiltered,
  matchingPeople,
  type NamedRow,
  nameOf,
  tabVerbs,
  tellingName,
} from './bulk';
import { useComparisonColumn, useKindColumns } from './columns';
import { DataTable } from './DataTable';
import type { ListDeclaration, ListTab } from './declaration';
import { EmptyList } from './EmptyList';
import { ListMessage } from './ListStates';
import { ListTools } from './ListTools';
import { LoadFailed, StaleAlert } from './LoadStates';
import { missingFilter, showsOnlyMissing } from './missing';
import { NameMatches } from './NameMatches';
import { PageActions } from './PageActions';
import { Paging } from './Paging';
import { rowIds, shownAddress, shownList } from './people';
import { useRowActions } from './RowActions';
import { type BulkScope, requestForAll, requestForOne } from './requests';
import { SelectionActions, SelectionSummary } from './SelectionTools';
import { SideBySideTables } from './SideBySideTables';
import type { SelectedRows } from './tableTypes';
import { useListRows, useOtherTotal } from './useListRows';
import { useRowName } from './useNames';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** `replace` creates no history entry, for changes such as each word of a search. */
  onAddress: (next: ListAddress, replace?: boolean) => void;
  /** The page of the person or class in the side panel. */
  panel?: PageLink | null;
  /** Changes fields of these rows together, and then calls `onDone`. Only for kinds with such fields. */
  onTogether?: ((rows: readonly NamedRow[], onDone: () => void) => void) | undefined;
  /** Opens a page in the side panel. Without it, names lead to pages. */
  onPanel?: (page: PageLink) => void;
}

/**
 * The selected rows: by name, or all matching rows on all pages. No call takes "all rows but one". If one is removed, the
 * rest of its page stays selected and `reducedToPage` is true.
 */
type Selection = {
  rows: SelectedRows;
  ids: RowIds;
  names: Readonly<Record<string, string>>;
  allPages: boolean;
  reducedToPage: boolean;
};
/** The ids of the rows behind each selected line, also of lines on other pages. */
type RowIds = Readonly<Record<string, readonly number[]>>;
const noSelection: Selection = { rows: {}, ids: {}, names: {}, allPages: false, reducedToPage: false };

const tabs: readonly ListTab[] = ['source', 'dashboard'];

/** The terms of a list: its actions, its states, and what becomes of rows. */
function termsOf({ verbs, columns, filters }: ListDeclaration): readonly Term[] {
  const has = (field: string) => columns.some((column) => column.field === field);
  const terms: [Term, unknown][] = [
    ['sync', verbs.sync],
    ['export', verbs.export],
    ['enroll', verbs.enroll],
    ['migration', has('migration')],
    ['enrolment_state', has('enroll')],
    ['missing', filters.some(({ field }) => field === missingFilter.field)],
    ['delete', verbs.delete],
  ];
  return terms.filter(([, used]) => used).map(([term]) => term);
}

export function ListScreen(props: Props) {
  const { list: kind, address: asked, onAddress, panel, onPanel, onTogether } = props;
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { tab, scope } = asked;
  const list = useMemo(() => shownList(kind, { tab, scope }), [kind, tab, scope]);
  const address = shownAddress(list, asked);
  const { narrowedBy } = list;
  const title = t(`kinds.${list.id}.title`);
  const unnarrowed = narrowedBy?.required === true && Object.keys(address.scope).length === 0;
  const needsScope = unnarrowed && tab === 'source';
  const { rows, total, more } = useListRows(kind, address, !needsScope, onAddress);
  const otherTotal = useOtherTotal(kind, address, !unnarrowed || tab === 'source');

  const [selection, setSelection] = useState(noSelection);
  // The choice is cleared when the tab, class, search or filter changes.
  const viewKey = JSON.stringify([tab, address.scope, address.q, address.filters]);
  const [selectedIn, setSelectedIn] = useState(viewKey);
  if (selectedIn !== viewKey) {
    setSelectedIn(viewKey);
    setSelection(noSelection);
  }
  const selectedIds = useMemo(() => Object.keys(selection.rows), [selection]);
  const selectedRows = useMemo(
    () => selectedIds.flatMap((id) => selection.ids[id] ?? []),
    [selectedIds, selection],
  );
  const count = selection.allPages ? total : selectedIds.length;
  function select(rows: SelectedRows) {
    const fewer = Object.keys(rows).length < selectedIds.length;
    const here = page.filter((row) => rows[idOf(row)]);
    const ids = here.map((row) => [idOf(row), rowIds(list, row)]);
    const names = here.map((row) => [idOf(row), tellingName(list, row, nameOfRow(row) ?? list.label(row))]);
    setSelection({
      rows,
      ids: { ...selection.ids, ...Object.fromEntries(ids) },
      names: { ...selection.names, ...Object.fromEntries(names) },
      allPages: false,
      reducedToPage: selection.allPages || (selection.reducedToPage && fewer),
    });
  }

  const nameOfRow = useRowName(list);
  const askOne = useCallback(
    (verb: Verb, row: Row) => {
      const request = requestForOne(list, verb, row, settings, t, nameOfRow(row));
      if (request) ask(request);
    },
    [ask, list, settings, t, nameOfRow],
  );
  // The source may have to be asked first which rows match.
  const [loadingScope, once] = useOneAtATime(viewKey);
  const askAll = (verb: Verb) =>
    once(verb, async (isCurrent) => {
      try {
        const scope = await chosenScope(verb);
        const request = requestForAll(list, verb, address, scope, settings, t);
        if (request && isCurrent()) ask(request, () => setSelection(noSelection));
      } catch (cause) {
        if (isCurrent()) toastError(failureText(cause));
      }
    });

  async function chosenScope(verb: Verb): Promise<BulkScope> {
    if (selection.allPages && list.ofPeople && isFiltered(address)) return matchingPeople(list, address);
    if (selectedIds.length === 0 || selection.allPages)
      return bulkScope(list, verb, address, { total, more });
    if (!list.ofPeople) return { of: 'chosen', names: selectedIds };
    return { of: 'chosen', names: selectedRows.map(String), people: selectedIds.length };
  }

  const kindColumns = useKindColumns(list, address, settings, askOne, onPanel);
  const comparison = useComparisonColumn();
  const columns = useMemo(
    () => (tab === 'source' ? [...kindColumns, comparison] : kindColumns),
    [tab, kindColumns, comparison],
  );
  const [arrangement, setArrangement] = useArrangement(
    list.ofPeople ? `${list.id}.people` : list.id,
    tab,
    columns,
  );
  const shownColumns = useMemo(() => visibleColumns(columns, arrangement), [columns, arrangement]);
  const idOf = useCallback((row: Row) => nameOf(list, tab, row), [list, tab]);
  const actions = useRowActions(list, tab, askOne);
  const pageOfRow = (row: Row) => list.columns.find(({ page }) => page)?.page?.(row);
  const panelProps = onPanel && {
    isOpen: (row: Row) => Boolean(panel) && pageOfRow(row)?.to === panel?.to,
    onOpen: (row: Row) => {
      const page = pageOfRow(row);
      if (page) onPanel(page);
    },
  };
  const change = (part: Partial<ListAddress>, replace = false) =>
    onAddress({ ...address, page: 0, ...part }, replace);
  const selectable =
    mayChange && canNameRows(list, tab) && tabVerbs[tab].some((verb) => list.verbs[verb]?.all);
  const page = rows.data?.data ?? [];
  const pageSelected = page.length > 0 && page.every((row) => selection.rows[idOf(row)]);
  const canSelectMore =
    pageSelected &&
    !selection.allPages &&
    total > selectedIds.length &&
    canSelectMatching(list, address, total);

  // A person's rows are the classes; they get no common value.
  const canEditTogether =
    onTogether && tab === 'dashboard' && !list.ofPeople && !selection.allPages && selectedIds.length > 1;
  const namedRows = () =>
    selectedIds
      .map((id) => ({ id: Number(id), name: selection.names[id] ?? id }))
      .toSorted((a, b) => a.name.localeCompare(b.name, i18n.language));
  const selected = {
    count: countText(count, selection.allPages && more, i18n.language),
    matchingCount: canSelectMore ? countText(total, more, i18n.language) : null,
    list,
    onAll: () => setSelection({ ...selection, allPages: true, reducedToPage: false }),
    onClear: () => setSelection(noSelection),
  };
  const tools = (
    <ListTools
      list={list}
      address={address}
      total={rows.data ? total : null}
      more={more}
      onChange={change}
      columns={columns}
      arrangement={arrangement}
      onArrangement={setArrangement}
      chosen={selectedIds.length > 0 && !selection.allPages ? selectedRows : null}
    />
  );
  const content = (
    <>
      <Group gap="xs" mb="xs" mih={30}>
        {tools}
      </Group>
      <NameMatches list={list} q={address.q} onScope={(scope) => change({ q: '', scope })} />
      {rows.isError && rows.data && <StaleAlert error={rows.error} onRetry={() => rows.refetch()} />}
      {table()}
    </>
  );

  const totals: Record<ListTab, string | null> = {
    source: otherTotal,
    dashboard: otherTotal,
    [tab]: rows.data && !needsScope ? countText(total, more, i18n.language) : null,
  };
  const sideBySide = list.sideBySide && Object.keys(address.scope).length > 0;

  return (
    <>
      <PageHeader title={title} help={termsOf(list)}>
        {count > 0 ? (
          <SelectionActions
            {...selected}
            list={list}
            tab={tab}
            onlyMissing={showsOnlyMissing(address)}
            loading={loadingScope}
            onVerb={askAll}
            onTogether={
              canEditTogether ? () => onTogether(namedRows(), () => setSelection(noSelection)) : undefined
            }
          />
        ) : (
          <PageActions
            list={list}
            onlyMissing={showsOnlyMissing(address) && total > 0}
            syncReady={!unnarrowed}
            loading={loadingScope}
            onVerb={askAll}
          />
        )}
      </PageHeader>
      {sideBySide ? (
        <>
          <Group gap="xs" mb="xs" mih={30}>
            {tools}
          </Group>
          <SideBySideTables list={list} address={address} onVerb={askOne} />
        </>
      ) : (
        <Tabs
          className="fill"
          value={tab}
          onChange={(value) => {
            const next = tabs.find((side) => side === value);
            if (next) change({ tab: next, sort: 'id', order: 'asc' });
          }}
        >
          <div className="list-tabs">
            <Tabs.List mb="sm">
              {tabs.map((side) => (
                <Tabs.Tab key={side} value={side}>
                  {side === 'source' ? settings.source_name : t('list.dashboard')}{' '}
                  <Text span size="xs" lh={1} c="dimmed" ml={6}>
                    {totals[side]}
                  </Text>
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {count > 0 && <SelectionSummary {...selected} reducedToPage={selection.reducedToPage} />}
          </div>
          <Tabs.Panel value={tab}>{content}</Tabs.Panel>
        </Tabs>
      )}
    </>
  );

  function table() {
    if (needsScope && narrowedBy) {
      return (
        <ListMessage
          title={t(`${narrowedBy.id}_filter.pick_title`)}
          detail={t(`${narrowedBy.id}_filter.pick_next`, { source: settings.source_name })}
        />
      );
    }
    if (rows.isError && !rows.data) return <LoadFailed error={rows.error} onRetry={() => rows.refetch()} />;
    if (rows.data?.data.length === 0 && !rows.isPlaceholderData) {
      return (
        <EmptyList
          list={list}
          address={address}
          unnarrowed={unnarrowed}
          onClear={() => change({ q: '', filters: {} })}
          onSync={() => askAll('sync')}
        />
      );
    }
    return (
      <>
        <DataTable<Row>
          // Rows of one tab must never be drawn with another tab's columns.
          key={`${list.id} ${tab} ${list.ofPeople}`}
          title={title}
          columns={shownColumns}
          items={rows.data?.data}
          idOf={idOf}
          labelOf={list.label}
          firstNumber={address.page * address.per_page + 1}
          sort={address.sort}
          order={address.order}
          onSort={(field) => onAddress(withSort(address, field))}
          sortHere={false}
          stale={rows.isPlaceholderData}
          skeletonRows={10}
          onMoveColumn={(id, place) => setArrangement(placeColumn(arrangement, columns, id, place))}
          {...(selectable
            ? { selected: selection.rows, allSelected: selection.allPages, onSelect: select }
            : {})}
          {...panelProps}
          {...actions}
        />
        {rows.data && (
          <Paging
            page={address.page}
            perPage={address.per_page}
            total={total}
            more={more}
            onPage={(next) => onAddress({ ...address, page: next })}
            onPerPage={(per_page) => change({ per_page })}
          />
        )}
      </>
    );
  }
}
