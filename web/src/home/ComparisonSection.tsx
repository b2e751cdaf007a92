import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { defaultSettings, settingsQuery } from '../api/settings';
import {
  canExportAgain,
  comparisonQuery,
  linesWithDifferences,
  startComparison,
} from '../comparison/comparison';
import { ResendButton } from '../comparison/ResendButton';
import { toastError } from '../message/toasts';
import { DownloadButton } from '../page/DownloadButton';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import classes from './Home.module.css';

/** The differences between source, dashboard and platform in the latest report, with the possible actions. */
export function ComparisonSection() {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const { jobs, follow } = useJobs();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { data: report } = useQuery(comparisonQuery);
  const [busy, setBusy] = useState(false);
  if (!report) return null;
  const { job } = report;
  const lines = linesWithDifferences(report);
  const running = jobs.some((other) => other.kind === 'comparison' && !hasEnded(other));
  const names = { source: settings.source_name, platform: settings.platform_name };

  async function compare() {
    setBusy(true);
    try {
      const { job: newJob } = await startComparison();
      if (newJob) follow(newJob);
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.section} aria-labelledby="comparison">
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5" id="comparison">
          {t('comparison.title')}
        </Title>
        <Group gap="xs">
          {job && (
            <>
              <Button size="compact-xs" variant="subtle" component={Link} to={`/tugas/${job.id}`}>
                {t('jobs.see_rows')}
              </Button>
              <DownloadButton address={`/api/v1/api/jobs/${job.id}/rows.xlsx`} small>
                {t('comparison.excel')}
              </DownloadButton>
            </>
          )}
          <ForAdministrators>
            {canExportAgain(lines) && <ResendButton size="compact-xs" />}
            <Button
              size="compact-xs"
              variant="default"
              loading={busy}
              disabled={running}
              onClick={() => void compare()}
            >
              {t('comparison.compare')}
            </Button>
          </ForAdministrators>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {job
          ? t(lines.length === 0 ? 'comparison.none' : 'comparison.found', {
              time: formatMoment(job.finished_at),
            })
          : t('comparison.never', names)}
      </Text>
      {lines.length > 0 && (
        <ul className={classes.entries}>
          {lines.map(({ kind, differences }) => (
            <li key={kind}>
              <span>{t(`kinds.${kind}.data`)}</span>
              <span>
                {differences
                  .map(
                    ({ outcome, rows }) =>
                      `${formatNumber(rows, i18n.language)} ${t(`comparison.outcomes.${outcome}`, names)}`,
                  )
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
