import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { client, type DataOf, fetchData } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { DayPicker } from '../form/DayPicker';
import { LoadFailed } from '../list/LoadStates';
import { DownloadButton } from '../page/DownloadButton';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { formatNumber } from '../texts/format';
import classes from './Period.module.css';
import { type Period, readPeriod } from './period';

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
      <Group gap="xs" mb="sm">
        {(['from', 'to'] as const).map((name) => (
          <DayPicker
            key={name}
            name={name}
            label={t(`log.${name}`)}
            value={period[name]}
            min={name === 'to' ? period.from : undefined}
            onChange={(day) => day && go({ ...period, [name]: day })}
          />
        ))}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('period.about')}
      </Text>
      {report.isPending && <Skeleton height={180} label={t('list.loading')} />}
      {report.isError && <LoadFailed error={report.error} onRetry={() => report.refetch()} />}
      {report.data && <Rows rows={report.data} />}
    </>
  );
}

function Rows({ rows }: { rows: readonly PeriodRow[] }) {
  const { t, i18n } = useTranslation();
  if (rows.length === 0) return <Text size="sm">{t('period.none')}</Text>;
  const n = (value: number) => (value === 0 ? '–' : formatNumber(value, i18n.language));
  const sum = (name: (typeof countFields)[number]) => rows.reduce((all, row) => all + row[name], 0);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('titles.period')}>
        <thead>
          <tr>
            <th scope="col">{t('period.program')}</th>
            <th scope="col">{t('log.kind')}</th>
            {countFields.map((name) => (
              <th key={name} scope="col" data-numeric>
                {t(`period.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.program_id} ${row.kind}`}>
              <th scope="row">
                {[row.program, row.program_id].filter(Boolean).join(' · ') || t('period.whole_campus')}
              </th>
              <td>{t(`kinds.${row.kind}.data`, { defaultValue: row.label })}</td>
              {countFields.map((name) => (
                <td
                  key={name}
                  data-numeric
                  data-label={t(`period.${name}`)}
                  className={name === 'failed' && row.failed > 0 ? 'state-text' : undefined}
                  data-state={name === 'failed' && row.failed > 0 ? 'gagal' : undefined}
                >
                  {n(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('period.total')}
            </th>
            {countFields.map((name) => (
              <td key={name} data-numeric data-label={t(`period.${name}`)}>
                {n(sum(name))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
