import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError, client, type DataOf, fetchData } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { DayPicker } from '../form/DayPicker';
import { LoadFailed } from '../list/LoadStates';
import { DownloadButton } from '../page/DownloadButton';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { period as periodTexts } from '../texts/period';
import classes from './Period.module.css';
import { type Period, readPeriod } from './period';

addTexts('period', periodTexts);

const route = getRouteApi('/app/laporan');

type PeriodRow = DataOf<'/api/v1/api/report', 'get'>[number];

const countFields = ['came', 'changed', 'left', 'failed', 'mended'] as const;

/** A report of some days by study program and kind: created, changed, left, failed and fixed rows. It can be downloaded. */
export function PeriodScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const period = readPeriod(route.useSearch(), settings.time_zone);
  const report = useQuery({
    queryKey: ['list', 'period', period],
    queryFn: ({ signal }) =>
      fetchData<PeriodRow[]>(client.GET('/api/v1/api/report', { params: { query: period }, signal })),
  });
  const refused: Record<string, string> = report.error instanceof ApiError ? report.error.fields : {};
  const isAtField = 'from' in refused || 'to' in refused;
  const go = (next: Period) => void navigate({ to: '/laporan', search: next as never, replace: true });

  return (
    <>
      <PageHeader title={t('titles.period')}>
        <DownloadButton
          primary
          address={`/api/v1/api/report.xlsx?${new URLSearchParams({ ...period })}`}
          name={`laporan-${period.from}-${period.to}.xlsx`}
        >
          {t('period.download')}
        </DownloadButton>
      </PageHeader>
      <Group gap="xs" mb="sm" align="flex-start">
        {(['from', 'to'] as const).map((name) => (
          <DayPicker
            key={name}
            name={name}
            label={t(`log.${name}`)}
            value={period[name]}
            min={name === 'to' ? period.from : undefined}
            error={refused[name]}
            onChange={(day) => day && go({ ...period, [name]: day })}
          />
        ))}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('period.about')}
      </Text>
      {report.isPending && <Skeleton height={180} label={t('list.loading')} />}
      {report.isError && !isAtField && <LoadFailed error={report.error} onRetry={() => report.refetch()} />}
      {report.data && <Rows rows={report.data} />}
    </>
  );
}

const programOf = ({ program, program_id }: PeriodRow) => [program, program_id].filter(Boolean).join(' · ');

/** The whole report, then each study program: its sum, and its kinds. */
function Rows({ rows }: { rows: readonly PeriodRow[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <Text size="sm">{t('period.none')}</Text>;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('titles.period')}>
        <thead>
          <tr>
            <th scope="col">
              {t('period.program')} · {t('log.kind')}
            </th>
            {countFields.map((name) => (
              <th key={name} scope="col" data-numeric>
                {t(`period.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Counts name={t('period.total')} rows={rows} scope="row" />
        </tbody>
        {[...new Set(rows.map(programOf))].map((program) => {
          const ofProgram = rows.filter((row) => programOf(row) === program);
          return (
            <tbody key={program}>
              <Counts name={program || t('period.whole_campus')} rows={ofProgram} scope="rowgroup" />
              {ofProgram.map((row) => (
                <Counts
                  key={row.kind}
                  name={t(`kinds.${row.kind}.data`, { defaultValue: row.label })}
                  rows={[row]}
                  scope="row"
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

interface CountsProps {
  name: string;
  rows: readonly PeriodRow[];
  scope: 'row' | 'rowgroup';
}

/** A line with the sums of some rows. */
function Counts({ name, rows, scope }: CountsProps) {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <th scope={scope}>{name}</th>
      {countFields.map((field) => {
        const sum = rows.reduce((all, row) => all + row[field], 0);
        const failed = field === 'failed' && sum > 0;
        return (
          <td
            key={field}
            data-numeric
            data-label={t(`period.${field}`)}
            className={failed ? 'state-text' : undefined}
            data-state={failed ? 'gagal' : undefined}
          >
            {sum === 0 ? '–' : formatNumber(sum, i18n.language)}
          </td>
        );
      })}
    </tr>
  );
}
