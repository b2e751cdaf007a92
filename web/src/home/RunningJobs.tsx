import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { JobProgress } from '../action/JobProgress';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { useJobTitle } from '../action/jobTitle';
import { LostConnection } from '../action/LostConnection';
import { useJobState } from '../action/useJobState';
import { formatNumber } from '../texts/format';
import classes from './Home.module.css';

/**
 * The running jobs. The section has the same height with or without jobs, so that nothing below it moves. The tray shows all
 * jobs.
 */
export function RunningJobs() {
  const { t, i18n } = useTranslation();
  const title = useJobTitle();
  const running = useJobs().jobs.filter((job) => !hasEnded(job));
  const [first, ...rest] = running;
  const { state, text } = useJobState(first);
  return (
    <section className={classes.running} data-idle={first ? undefined : true} aria-label={t('home.running')}>
      {first ? (
        <>
          <Text size="sm" fw={600} truncate className={classes.runningTitle}>
            {title(first)}{' '}
            {state === 'cancelling' && (
              <Text span size="xs" className="state-text" data-state="berubah">
                {text}{' '}
              </Text>
            )}
            {rest.length > 0 && (
              <Text span size="xs" c="dimmed">
                {t('home.running_others', { n: formatNumber(rest.length, i18n.language) })}
              </Text>
            )}
          </Text>
          <div className={classes.runningProgress}>
            <JobProgress job={first} />
          </div>
          <LostConnection job={first} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('home.running_none')}
        </Text>
      )}
    </section>
  );
}
