import IconUnlink from '@tabler/icons-react/dist/esm/icons/IconUnlink.mjs';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageLink, Verb } from '../action/request';
import type { Row, Settings } from '../api/client';
import { formatClock, formatDate, formatMoment } from '../texts/format';
import type { ListAddress } from './address';
import type { Column, ListDeclaration } from './declaration';
import { AttentionCell, attentionText, ClassChips, programNames } from './PersonCells';
import { personOf } from './people';
import { EnrollButton, MigrationButton } from './StateButton';
import type { TableColumn } from './tableTypes';
import { useNames } from './useNames';

/** A field as text. A missing value is a dash, so that no cell is empty. */
export function displayText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fieldValue(column: Column, row: Row): unknown {
  return column.value ? column.value(row) : row[column.field];
}

function formatValue(column: Column, text: string): string {
  if (column.as === 'clock') return formatClock(text);
  return column.as === 'moment' ? formatMoment(text) : text;
}

/** Why the row is not in its final state, in the words of the system that refused it. */
function reasonOf(column: Column, row: Row): string | undefined {
  const state = fieldValue(column, row);
  const reason = column.as === 'migration' ? state === 'gagal' && row.migration_reason : row.enroll_reason;
  return state !== 'sudah' && reason ? String(reason) : undefined;
}

/** The reason of the last failed export, or the date of the export. */
function migrationHint(column: Column, row: Row, t: TFunction): string | undefined {
  if (fieldValue(column, row) !== 'sudah' || !row.exported_at) return reasonOf(column, row);
  return t('list.exported', { date: formatMoment(String(row.exported_at)) });
}

/** A person's number, followed by the name. */
function withName(code: string, name: string | undefined): string {
  return name ? `${code} · ${name}` : code;
}

/** The states of a source row in the dashboard, each with the state colour it borrows. */
const stateColors: Readonly<Record<string, string>> = {
  same: 'sudah',
  different: 'berubah',
  absent: 'belum',
};

/** The column of the source's tab that compares each row with the dashboard. */
export function useComparisonColumn(): TableColumn<Row> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      id: 'in_dashboard',
      label: t('list.in_dashboard.label'),
      sortable: false,
      pinned: true,
      card: 'state',
      cell: ({ in_dashboard: state }) =>
        typeof state === 'string' && state in stateColors ? (
          <span className="state-text" data-state={stateColors[state]}>
            {t(`list.in_dashboard.${state}`)}
          </span>
        ) : (
          '-'
        ),
    }),
    [t],
  );
}

const cards = { migration: 'state', enroll: 'state' } as const;

/** True if a list is filtered to failed rows. */
function showsFailed({ tab, filters }: Pick<ListAddress, 'tab' | 'filters'>): boolean {
  return tab === 'dashboard' && (filters.reason !== undefined || Object.values(filters).includes('gagal'));
}

/** Adds the column with failure reasons after the first column. */
function withReasons(columns: readonly TableColumn<Row>[], t: TFunction): TableColumn<Row>[] {
  return columns.toSpliced(1, 0, {
    id: 'reason',
    label: t('jobs.reason'),
    sortable: false,
    wraps: true,
    cell: (row) => columns.flatMap(({ note }) => note?.(row) ?? []).join(' ') || '-',
  });
}

/** True for a click that asks the browser for a new tab or window. */
const leavesTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** The columns of the kind's current tab, ready to render. */
export function useKindColumns(
  list: ListDeclaration,
  address: Pick<ListAddress, 'tab' | 'filters'>,
  settings: Settings,
  onVerb: (verb: Verb, row: Row) => void,
  onPanel?: (page: PageLink) => void,
): TableColumn<Row>[] {
  const { t } = useTranslation();
  const names = useNames(list);
  const { tab } = address;
  const hasClasses = list.columns.some(({ as }) => as === 'classes');
  const hasAttention = list.columns.some(({ as }) => as === 'attention');
  const columns = useMemo(
    () =>
      list.columns
        .filter((column) => !column.only || column.only === tab)
        .map((column, place) => {
          const card = column.card ?? cards[column.as as keyof typeof cards];
          return {
            id: column.field,
            label: t([
              `kinds.${list.id}.columns.${column.field}`,
              `fields.${column.field}`,
              `people.${column.field}`,
            ]),
            numeric: column.as === 'number',
            // The chips of a person's classes have the states, so the column of all together may scroll out of sight.
            pinned: column.as === 'migration' || (column.as === 'enroll' && !hasClasses),
            ...(column.narrow ? { narrow: true } : {}),
            ...(column.as === 'classes' ? { whole: true } : {}),
            ...(column.hiddenByDefault ? { hiddenByDefault: true } : {}),
            ...(column.sortable === false ? { sortable: false } : {}),
            ...(card ? { card } : {}),
            // What is to be done about a person includes these reasons.
            ...(card === 'state' && !hasAttention ? { note: (row: Row) => reasonOf(column, row) } : {}),
            ...(column.as === 'attention' ? { note: (row: Row) => attentionText(personOf(row)) } : {}),
            cell: (row: Row) => {
              if (column.as === 'classes')
                return <ClassChips person={personOf(row)} source={settings.source_name} />;
              if (column.as === 'attention') return <AttentionCell person={personOf(row)} />;
              if (column.as === 'programs') return programNames(personOf(row)) || '-';
              const value = fieldValue(column, row);
              const item = list.label(row);
              if (column.as === 'migration') {
                const state = displayText(value);
                const names = { item, platform: settings.platform_name };
                return (
                  <MigrationButton
                    value={state}
                    label={t(state === 'sudah' ? 'actions.exported' : 'actions.export_one', names)}
                    hint={migrationHint(column, row, t)}
                    onClick={() => onVerb('export', row)}
                  />
                );
              }
              if (column.as === 'enroll') {
                const enrolled = value === 'sudah';
                const action = value === 'ditangguhkan' ? 'reactivate_one' : 'enroll_one';
                return (
                  <EnrollButton
                    value={displayText(value)}
                    label={t(`actions.${enrolled ? 'unenroll_one' : action}`, { item })}
                    hint={reasonOf(column, row)}
                    onClick={() => onVerb(enrolled ? 'unenroll' : 'enroll', row)}
                  />
                );
              }
              const page = column.page?.(row);
              const openPanel = (event: MouseEvent) => {
                if (!onPanel || !page || leavesTab(event)) return;
                event.preventDefault();
                onPanel(page);
              };
              const text = withName(formatValue(column, displayText(value)), names?.get(String(value)));
              const content = page ? (
                <Link {...page} className="link" onClick={openPanel}>
                  {text}
                </Link>
              ) : (
                text
              );
              if (place === 0 && row.missing_since) {
                const why = t('list.missing', {
                  source: settings.source_name,
                  date: formatDate(String(row.missing_since)),
                });
                return (
                  <>
                    <span className="state-text" data-state="berubah" data-hint={why}>
                      <IconUnlink size={14} role="img" aria-label={why} style={{ verticalAlign: '-2px' }} />
                    </span>{' '}
                    {content}
                  </>
                );
              }
              return content;
            },
          };
        }),
    [list, tab, hasAttention, hasClasses, settings, onVerb, onPanel, t, names],
  );
  const failed = showsFailed(address);
  return useMemo(() => (failed ? withReasons(columns, t) : columns), [failed, columns, t]);
}
