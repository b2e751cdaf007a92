import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { useJobs } from './Jobs';

/** Says of a running job that no news of it comes at the moment: its figures are of before. Nothing otherwise. */
export function LostTouch({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { lost } = useJobs();
  if (!lost.has(job.id)) return null;
  return (
    <Text size="xs" c="dimmed" role="status">
      {t('jobs.lost')}
    </Text>
  );
}
