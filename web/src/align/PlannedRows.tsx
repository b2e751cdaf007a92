import { Anchor, Checkbox, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowChanges } from '../action/RowChanges';
import type { PlanRow } from '../api/client';
import { pageOf } from '../kinds/pages';
import type { PageSize } from '../list/address';
import { LoadFailed } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { SearchBox } from '../list/SearchBox';
import { formatNumber } from '../texts/format';
import classes from './Align.module.css';
import { plannedRows } from './calls';
import { type Exclusion, isRowExcluded, withRow } from './exclusions';
import type { StagePlan, TouchedGroup } from './stages';

interface Props {
  job: number;
  stage: StagePlan;
  group: TouchedGroup;
  exclusions: readonly Exclusion[];
  onExclusions: (exclusions: Exclusion[]) => void;
}

/** Verbs on enrolments. A person has several, so the name alone is ambiguous. */
const enrolmentVerbs: readonly string[] = ['enroll', 'unenroll'];

/** Up to this many rows come with the plan; longer groups are paged and searched on the server. */
const defaultPageSize: PageSize = 25;

/** The rows of a stage with the same outcome. Optional ones have a checkbox. */
export function PlannedRows({ job, stage, group, exclusions, onExclusions }: Props) {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useState<{ q: string; page: number; perPage: PageSize }>({
    q: '',
    page: 0,
    perPage: defaultPageSize,
  });
  const count = stage.plan?.counts[group] ?? 0;
  const firstRows = stage.plan?.rows[group] ?? [];
  const isPaged = count > defaultPageSize;
  const { verb, kind } = stage;
  const page = useQuery({
    queryKey: ['campus-plan', job, i18n.language, 'rows', verb, kind, group, query],
    queryFn: ({ signal }) => plannedRows(job, { verb, kind, group, ...query }, signal),
    enabled: isPaged,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const rows = isPaged && page.data ? page.data.data : firstRows.slice(0, defaultPageSize);
  const total = page.data?.total ?? count;
  return (
    <>
      {isPaged && (
        <SearchBox
          label={t('align.search')}
          value={query.q}
          onChange={(q) => setQuery((before) => ({ ...before, q, page: 0 }))}
        />
      )}
      {page.isError && <LoadFailed error={page.error} onRetry={() => page.refetch()} />}
      {total === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('align.not_found')}
        </Text>
      )}
      <ul className={classes.choices}>
        {rows.map((row, at) => (
          <li key={row.row ?? `${row.key} ${at}`}>
            <RowChoice
              row={row}
              stage={stage}
              group={group}
              exclusions={exclusions}
              onExclusions={onExclusions}
            />
          </li>
        ))}
      </ul>
      {isPaged && total > 0 && (
        <Paging
          page={query.page}
          perPage={query.perPage}
          total={total}
          onPage={(to) => setQuery((before) => ({ ...before, page: to }))}
          onPerPage={(perPage) => setQuery((before) => ({ ...before, perPage, page: 0 }))}
        />
      )}
      {isPaged && query.q === '' && page.data && page.data.total !== undefined && page.data.total < count && (
        <Text size="xs" c="dimmed">
          {t('align.kept_rows', {
            n: formatNumber(page.data.total, i18n.language),
            total: formatNumber(count, i18n.language),
          })}
        </Text>
      )}
    </>
  );
}

function RowChoice({ row, stage, group, exclusions, onExclusions }: Omit<Props, 'job'> & { row: PlanRow }) {
  const { row: id } = row;
  const { t } = useTranslation();
  const name = row.label || row.key;
  const link = pageOf(stage.kind, row.parts);
  const isPlain = id === undefined || group === 'conflicts' || group === 'waiting';
  return (
    <>
      {isPlain ? (
        <Text size="xs" fw={600}>
          {link ? (
            <Anchor component={Link} {...link} fz="inherit" fw="inherit">
              {name}
            </Anchor>
          ) : (
            name
          )}
        </Text>
      ) : (
        <Checkbox
          size="xs"
          label={name}
          checked={!isRowExcluded(exclusions, stage, id)}
          onChange={(event) => onExclusions(withRow(exclusions, stage, id, !event.currentTarget.checked))}
        />
      )}
      {link && !isPlain && (
        <Anchor component={Link} {...link} size="xs" ml={8} aria-label={`${t('attention.see')}: ${name}`}>
          {t('attention.see')}
        </Anchor>
      )}
      {enrolmentVerbs.includes(stage.verb) && (
        <Text span size="xs" c="dimmed" ml={8}>
          {row.key}
        </Text>
      )}
      <RowChanges row={row} />
    </>
  );
}
