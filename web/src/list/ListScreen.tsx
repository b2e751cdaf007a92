import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { Verb } from '../action/request';
import { useOneAtATime } from '../action/useOneAtATime';
import type { Row } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { toastError } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { countText } from '../texts/format';
import { type ListAddress, sortedBy } from './address';
import { arranged, useArrangement } from './arrangement';
import { BothTables } from './BothTables';
import { bulkScope, canBeMatched, canBeNamed, nameOf, narrowedVerbs } from './bulk';
import type { BulkScope } from './bulkScope';
import { ChosenTools } from './ChosenTools';
import { useDrawnColumns, useStandingColumn } from './columns';
import { DataTable } from './DataTable';
import type { ListDeclaration, Side } from './declaration';
import type { Chosen } from './drawn';
import { EmptyList } from './EmptyList';
import { onlyGone } from './gone';
import { ListMessage } from './ListStates';
import { ListTools } from './ListTools';
import { LoadFailed, StaleAlert } from './LoadStates';
import { NameMatches } from './NameMatches';
import { PageActions } from './PageActions';
import { Paging } from './Paging';
import { useRowActions } from './RowActions';
import { requestForAll, requestForOne } from './requests';
import { useListRows, useOtherTotal } from './useListRows';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** `replace` creates no history entry, for changes such as each word of a search. */
  onAddress: (next: ListAddress, replace?: boolean) => void;
}

/**
 * The chosen rows: by name, or every matching row on all pages. No call takes "every row but one". If one is removed, the
 * rest of its page stays chosen and `lessened` is true.
 */
type Choice = { rows: Chosen; every: boolean; lessened: boolean };
const nothing: Choice = { rows: {}, every: false, lessened: false };

const sides: readonly Side[] = ['source', 'dashboard'];

export function ListScreen({ list, address, onAddress }: Props) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { tab } = address;
  const { narrowedBy } = list;
  const title = t(`kinds.${list.id}.title`);
  const unnarrowed = narrowedBy?.required === true && Object.keys(address.scope).length === 0;
  const needsScope = unnarrowed && tab === 'source';
  const { rows, total, more } = useListRows(list, address, !needsScope, onAddress);
  const otherTotal = useOtherTotal(list, address, !unnarrowed || tab === 'source');

  const [choice, setChoice] = useState(nothing);
  // The choice is cleared when the tab, class, search or filter changes.
  const setting = JSON.stringify([tab, address.scope, address.q, address.filters]);
  const [chosenIn, setChosenIn] = useState(setting);
  if (chosenIn !== setting) {
    setChosenIn(setting);
    setChoice(nothing);
  }
  const ticked = useMemo(() => Object.keys(choice.rows), [choice]);
  const count = choice.every ? total : ticked.length;
  function choose(chosen: Chosen) {
    const fewer = Object.keys(chosen).length < ticked.length;
    setChoice({ rows: chosen, every: false, lessened: choice.every || (choice.lessened && fewer) });
  }

  const askOne = useCallback(
    (verb: Verb, row: Row) => {
      const request = requestForOne(list, verb, row, settings, t);
      if (request) ask(request);
    },
    [ask, list, settings, t],
  );
  // The source may have to be asked first which rows match.
  const [counting, once] = useOneAtATime(setting);
  const askAll = (verb: Verb) =>
    once(verb, async (isCurrent) => {
      try {
        const scope: BulkScope =
          ticked.length > 0 && !choice.every
            ? { of: 'chosen', names: ticked }
            : await bulkScope(list, verb, address, { total, more });
        const request = requestForAll(list, verb, address, scope, settings, t);
        if (request && isCurrent()) ask(request, () => setChoice(nothing));
      } catch (cause) {
        if (isCurrent()) toastError(failureText(cause));
      }
    });

  const own = useDrawnColumns(list, address, settings, askOne);
  const standing = useStandingColumn();
  const columns = useMemo(() => (tab === 'source' ? [...own, standing] : own), [tab, own, standing]);
  const [arrangement, setArrangement] = useArrangement(list.id, tab, columns);
  const drawn = useMemo(() => arranged(columns, arrangement), [columns, arrangement]);
  const idOf = useCallback((row: Row) => nameOf(list, tab, row), [list, tab]);
  const actions = useRowActions(list, tab, askOne);
  const change = (part: Partial<ListAddress>, replace = false) =>
    onAddress({ ...address, page: 0, ...part }, replace);
  const choosable =
    mayChange && canBeNamed(list, tab) && narrowedVerbs[tab].some((verb) => list.verbs[verb]?.all);
  const page = rows.data?.data ?? [];
  const pageChosen = page.length > 0 && page.every((row) => choice.rows[idOf(row)]);
  const moreToChoose =
    pageChosen && !choice.every && total > ticked.length && canBeMatched(list, address, total);

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
    />
  );
  const content = (
    <>
      <Group gap="xs" mb="xs" mih={30} key={count > 0 ? 'chosen' : 'tools'}>
        {count > 0 ? (
          <ChosenTools
            list={list}
            side={tab}
            gone={onlyGone(address)}
            count={countText(count, choice.every && more, i18n.language)}
            others={moreToChoose ? countText(total, more, i18n.language) : null}
            lessened={choice.lessened}
            counting={counting}
            onAll={() => setChoice({ rows: choice.rows, every: true, lessened: false })}
            onVerb={askAll}
            onClear={() => setChoice(nothing)}
          />
        ) : (
          tools
        )}
      </Group>
      <NameMatches list={list} q={address.q} onScope={(scope) => change({ q: '', scope })} />
      {rows.isError && rows.data && <StaleAlert error={rows.error} onRetry={() => rows.refetch()} />}
      {table()}
    </>
  );

  const totals: Record<Side, string | null> = {
    source: otherTotal,
    dashboard: otherTotal,
    [tab]: rows.data && !needsScope ? countText(total, more, i18n.language) : null,
  };
  const both = list.bothAtOnce && Object.keys(address.scope).length > 0;

  return (
    <>
      <PageHeader title={title}>
        {count === 0 && (
          <PageActions
            list={list}
            gone={onlyGone(address) && total > 0}
            syncReady={!unnarrowed}
            counting={counting}
            onVerb={askAll}
          />
        )}
      </PageHeader>
      {both ? (
        <>
          <Group gap="xs" mb="xs" mih={30}>
            {tools}
          </Group>
          <BothTables list={list} address={address} onVerb={askOne} />
        </>
      ) : (
        <Tabs
          value={tab}
          onChange={(value) => {
            const next = sides.find((side) => side === value);
            if (next) change({ tab: next, sort: 'id', order: 'asc' });
          }}
        >
          <Tabs.List mb="sm">
            {sides.map((side) => (
              <Tabs.Tab key={side} value={side}>
                {side === 'source' ? settings.source_name : t('list.dashboard')}{' '}
                <Text span size="xs" lh={1} c="dimmed" ml={6}>
                  {totals[side]}
                </Text>
              </Tabs.Tab>
            ))}
          </Tabs.List>
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
          key={`${list.id} ${tab}`}
          title={title}
          columns={drawn}
          items={rows.data?.data}
          idOf={idOf}
          labelOf={list.label}
          firstNumber={address.page * address.per_page + 1}
          sort={address.sort}
          order={address.order}
          onSort={(field) => onAddress(sortedBy(address, field))}
          stale={rows.isPlaceholderData}
          skeletonRows={10}
          {...(choosable ? { chosen: choice.rows, every: choice.every, onChosen: choose } : {})}
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
