import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reportLink } from '../action/report';
import type { Schedule } from '../api/client';
import { hasTrouble, runText } from './lastRun';

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
  return (
    <Anchor component={Link} {...reportLink(job)} size="sm" {...(hasTrouble(job) ? { c: 'red' } : {})}>
      {runText(job, t, i18n.language)}
    </Anchor>
  );
}
