import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import type { Row } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { formatNumber } from '../texts/format';
import { type ListAddress, withSort } from './address';
import { placeColumn, useArrangement, visibleColumns } from './arrangement';
import { nameOf } from './bulk';
import { useKindColumns } from './columns';
import { DataTable } from './DataTable';
import type { ListDeclaration, ListTab } from './declaration';
import { ListMessage } from './ListStates';
import { LoadFailed } from './LoadStates';
import { useRowActions } from './RowActions';
import { useListRows } from './useListRows';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  onVerb: (verb: Verb, row: Row) => void;
}

/** The tables of the dashboard and the source side by side, or stacked on a narrow screen. */
export function SideBySideTables(props: Props) {
  return (
    <div className="both-tables">
      <TabTable {...props} tab="dashboard" />
      <TabTable {...props} tab="source" />
    </div>
  );
}

/** No teacher has more classes than this, so one page is enough. */
const maxRows = 100;
const stay = () => undefined;

function TabTable({ list, address, onVerb, tab }: Props & { tab: ListTab }) {
  const { t, i18n } = useTranslation();
  const heading = useId();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  // Each table has its own order, because not every column is in both.
  const [order, setOrder] = useState<Pick<ListAddress, 'sort' | 'order'>>({ sort: 'id', order: 'asc' });
  const tabAddress: ListAddress = { ...address, ...order, tab, page: 0, per_page: maxRows };
  const { rows, total } = useListRows(list, tabAddress, true, stay);
  const columns = useKindColumns(list, tabAddress, settings, onVerb);
  const [arrangement, setArrangement] = useArrangement(list.id, tab, columns);
  const shownColumns = useMemo(() => visibleColumns(columns, arrangement), [columns, arrangement]);
  const actions = useRowActions(list, tab, onVerb);
  const name = tab === 'source' ? settings.source_name : t('list.dashboard');

  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading} mb={4}>
        {name}{' '}
        {rows.data && (
          <Text span size="xs" c="dimmed">
            {formatNumber(total, i18n.language)}
          </Text>
        )}
      </Title>
      {content()}
    </section>
  );

  function content() {
    if (rows.isError && !rows.data) return <LoadFailed error={rows.error} onRetry={() => rows.refetch()} />;
    if (rows.data?.data.length === 0) return <ListMessage title={t('list.empty_search')} />;
    return (
      <DataTable<Row>
        title={`${t(`kinds.${list.id}.title`)} ${name}`}
        columns={shownColumns}
        onMoveColumn={(id, place) => setArrangement(placeColumn(arrangement, columns, id, place))}
        items={rows.data?.data}
        idOf={(row) => nameOf(list, tab, row)}
        labelOf={list.label}
        firstNumber={1}
        sort={order.sort}
        order={order.order}
        onSort={(field) => setOrder(withSort(tabAddress, field))}
        stale={rows.isPlaceholderData}
        skeletonRows={5}
        {...actions}
      />
    );
  }
}
