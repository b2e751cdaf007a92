import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { JobProgress, useJobTitle } from '../action/JobProgress';
import { useJobs } from '../action/Jobs';
import { ended } from '../action/jobCalls';
import classes from './Home.module.css';

/** What runs at the moment. Nothing is drawn while nothing runs. */
export function RunningJobs() {
  const { t } = useTranslation();
  const title = useJobTitle();
  const running = useJobs().jobs.filter((job) => !ended(job));
  if (running.length === 0) return null;
  return (
    <ul className={classes.running} aria-label={t('home.running')}>
      {running.map((job) => (
        <li key={job.id}>
          <Text size="sm" fw={600} mb={4}>
            {title(job)}
          </Text>
          <JobProgress job={job} />
        </li>
      ))}
    </ul>
  );
}
