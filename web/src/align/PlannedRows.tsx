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
import { isRowLeftOut, type LeftOut, withRow } from './leftOut';
import type { Sort, StagePlan } from './stages';

interface Props {
  job: number;
  stage: StagePlan;
  sort: Sort;
  leaveOut: readonly LeftOut[];
  onLeaveOut: (leaveOut: LeftOut[]) => void;
}

/** Verbs on enrolments. A person has several, so the name alone is ambiguous. */
const placed: readonly string[] = ['enroll', 'unenroll'];

/** Up to this many rows come with the plan; longer groups are paged and searched on the server. */
const few: PageSize = 25;

/** The rows of a stage with the same outcome. Optional ones have a checkbox. */
export function PlannedRows({ job, stage, sort, leaveOut, onLeaveOut }: Props) {
  const { t, i18n } = useTranslation();
  const [asked, setAsked] = useState<{ q: string; page: number; perPage: PageSize }>({
    q: '',
    page: 0,
    perPage: few,
  });
  const counted = stage.plan?.counts[sort] ?? 0;
  const came = stage.plan?.rows[sort] ?? [];
  const many = counted > few;
  const { verb, kind } = stage;
  const page = useQuery({
    queryKey: ['campus-plan', job, i18n.language, 'rows', verb, kind, sort, asked],
    queryFn: ({ signal }) => plannedRows(job, { verb, kind, group: sort, ...asked }, signal),
    enabled: many,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const rows = many && page.data ? page.data.data : came.slice(0, few);
  const total = page.data?.total ?? counted;
  return (
    <>
      {many && (
        <SearchBox
          label={t('align.search')}
          value={asked.q}
          onChange={(q) => setAsked((before) => ({ ...before, q, page: 0 }))}
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
            <RowChoice row={row} stage={stage} sort={sort} leaveOut={leaveOut} onLeaveOut={onLeaveOut} />
          </li>
        ))}
      </ul>
      {many && total > 0 && (
        <Paging
          page={asked.page}
          perPage={asked.perPage}
          total={total}
          onPage={(to) => setAsked((before) => ({ ...before, page: to }))}
          onPerPage={(perPage) => setAsked((before) => ({ ...before, perPage, page: 0 }))}
        />
      )}
      {many && asked.q === '' && page.data && page.data.total !== undefined && page.data.total < counted && (
        <Text size="xs" c="dimmed">
          {t('align.kept_rows', {
            n: formatNumber(page.data.total, i18n.language),
            total: formatNumber(counted, i18n.language),
          })}
        </Text>
      )}
    </>
  );
}

function RowChoice({ row, stage, sort, leaveOut, onLeaveOut }: Omit<Props, 'job'> & { row: PlanRow }) {
  const { row: id } = row;
  const { t } = useTranslation();
  const name = row.label || row.key;
  const link = pageOf(stage.kind, row.parts);
  const isPlain = id === undefined || sort === 'conflicts' || sort === 'waiting';
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
          checked={!isRowLeftOut(leaveOut, stage, id)}
          onChange={(event) => onLeaveOut(withRow(leaveOut, stage, id, !event.currentTarget.checked))}
        />
      )}
      {link && !isPlain && (
        <Anchor component={Link} {...link} size="xs" ml={8} aria-label={`${t('attention.see')}: ${name}`}>
          {t('attention.see')}
        </Anchor>
      )}
      {placed.includes(stage.verb) && (
        <Text span size="xs" c="dimmed" ml={8}>
          {row.key}
        </Text>
      )}
      <RowChanges row={row} />
    </>
  );
}
