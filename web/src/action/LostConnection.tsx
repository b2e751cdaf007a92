import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { useJobs } from './Jobs';

/** A warning that a running job's progress cannot be reached, so its figures are old. Otherwise nothing. */
export function LostConnection({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { disconnected } = useJobs();
  if (!disconnected.has(job.id)) return null;
  return (
    <Text size="xs" c="dimmed" role="status">
      {t('jobs.lost')}
    </Text>
  );
}
