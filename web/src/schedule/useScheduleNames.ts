import { useTranslation } from 'react-i18next';
import type { Schedule } from '../api/client';
import { isSuspension } from './schedules';

/** The names of schedules from verb and kind. A schedule that unenrols only suspends, and its name says so. */
export function useScheduleNames() {
  const { t } = useTranslation();
  const action = (schedule: Schedule) =>
    isSuspension(schedule) ? t('actions.leave') : t(`actions.${schedule.verb}`);
  const data = ({ kind }: Schedule) => t(`kinds.${kind}.data`);
  const many = ({ kind }: Schedule) => t(`kinds.${kind}.many`);
  const nameOf = (schedule: Schedule) =>
    isSuspension(schedule)
      ? `${t('actions.leave')}: ${many(schedule)}`
      : t([`jobs.titles.${schedule.kind}_${schedule.verb}`, 'jobs.title'], {
          verb: t(`jobs.verbs.${schedule.verb}`),
          kind: many(schedule),
        });
  return { action, data, named: nameOf };
}
