import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { LastRun } from '../schedule/LastRun';
import { useScheduleNames } from '../schedule/schedules';
import { schedulesInUse, schedulesQuery } from '../schedule/schedulesQuery';
import { formatDayMoment } from '../texts/format';
import classes from './Home.module.css';

/** The schedules with their last outcome and next run. */
export function ScheduledRuns() {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { nameOf } = useScheduleNames();
  const { data } = useQuery(schedulesQuery);
  if (!data) return null;
  const enabledSchedules = schedulesInUse(data, settings.mbkm).filter(({ enabled }) => enabled);
  return (
    <section className={classes.section} aria-labelledby="scheduled">
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5" id="scheduled">
          {t('titles.schedule')}
        </Title>
        <Anchor component={Link} to="/pengaturan/jadwal" size="sm">
          {t('runs.settings')}
        </Anchor>
      </Group>
      {enabledSchedules.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('runs.none')}
        </Text>
      ) : (
        <ul className={classes.entries}>
          {enabledSchedules.map((schedule) => (
            <li key={`${schedule.kind} ${schedule.verb}`}>
              <span>
                {nameOf(schedule)} · <LastRun schedule={schedule} />
              </span>
              <span>
                {schedule.next_run_at && t('runs.next_at', { time: formatDayMoment(schedule.next_run_at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
