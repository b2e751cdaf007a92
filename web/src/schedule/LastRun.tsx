import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ended } from '../action/jobCalls';
import { failedRows, reportOf } from '../action/report';
import type { Schedule } from '../api/client';
import { formatMoment, formatNumber } from '../texts/format';

/** What came of a schedule's latest time: its job, or why there was none. */
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
  const troubled = job.state === 'failed' || failedRows(job) > 0;
  return (
    <Anchor component={Link} {...reportOf(job)} size="sm" {...(troubled ? { c: 'red' } : {})}>
      {[
        ended(job) && !troubled ? t('schedule.went_well') : t(`jobs.state.${job.state}`),
        failedRows(job) > 0 && t('jobs.failed', { n: formatNumber(failedRows(job), i18n.language) }),
        formatMoment(job.finished_at ?? job.created_at),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Anchor>
  );
}
