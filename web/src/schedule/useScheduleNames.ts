import { useTranslation } from 'react-i18next';
import type { Schedule } from '../api/client';
import { suspends } from './schedules';

/** What schedules are called: by what they do, and with what. Of leaving a schedule does the harmless half alone. */
export function useScheduleNames() {
  const { t } = useTranslation();
  const action = (schedule: Schedule) =>
    suspends(schedule) ? t('actions.leave') : t(`actions.${schedule.verb}`);
  const noun = ({ kind }: Schedule) => t(`kinds.${kind}.noun`);
  const named = (schedule: Schedule) =>
    suspends(schedule)
      ? `${t('actions.leave')}: ${noun(schedule)}`
      : `${t(`jobs.verbs.${schedule.verb}`)} ${noun(schedule)}`;
  return { action, noun, named };
}
