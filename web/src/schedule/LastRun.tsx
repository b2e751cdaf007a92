import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failedRows, reportLink } from '../action/report';
import type { Schedule } from '../api/client';
import { formatMoment, formatNumber } from '../texts/format';

/** The outcome of a schedule's last run: its job, or the reason why there was none. */
export function LastRun({ schedule: { last_job: job, note } }: { schedule: Schedule }) {
  const { t, i18n } = useTranslation();
  if (note) {
    return (
      <Text size="sm" className="state-text" data-state="berubah">
        {note}
      </Text>
    );
  }
  if (!job) return <>-</>;
  // A campus run ends as done even if stages failed, or were skipped because they waited for a failed one.
  const failedStages = job.stages.filter(({ state }) => state === 'failed' || state === 'skipped').length;
  const hasTrouble = job.state === 'failed' || failedRows(job) > 0 || failedStages > 0;
  const number = (n: number) => formatNumber(n, i18n.language);
  return (
    <Anchor component={Link} {...reportLink(job)} size="sm" {...(hasTrouble ? { c: 'red' } : {})}>
      {[
        job.state === 'done' && !hasTrouble ? t('schedule.went_well') : t(`jobs.state.${job.state}`),
        failedStages > 0 && t('schedule.stages_broken', { n: number(failedStages) }),
        failedRows(job) > 0 && t('jobs.failed', { n: number(failedRows(job)) }),
        formatMoment(job.finished_at ?? job.created_at),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Anchor>
  );
}
