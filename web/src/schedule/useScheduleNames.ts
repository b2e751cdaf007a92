import { useTranslation } from 'react-i18next';
import type { Schedule } from '../api/client';
import { suspends } from './schedules';

/** What schedules are called: by what they do, and with what. Of leaving a schedule does the harmless half alone. */
export function useScheduleNames() {
  const { t } = useTranslation();
  const action = (schedule: Schedule) =>
    suspends(schedule) ? t('actions.leave') : t(`actions.${schedule.verb}`);
  const data = ({ kind }: Schedule) => t(`kinds.${kind}.data`);
  const many = ({ kind }: Schedule) => t(`kinds.${kind}.many`);
  const named = (schedule: Schedule) =>
    suspends(schedule)
      ? `${t('actions.leave')}: ${many(schedule)}`
      : t([`jobs.titles.${schedule.kind}_${schedule.verb}`, 'jobs.title'], {
          verb: t(`jobs.verbs.${schedule.verb}`),
          kind: many(schedule),
        });
  return { action, data, named };
}
