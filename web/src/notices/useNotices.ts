import { useTranslation } from 'react-i18next';
import { reportLink } from '../action/report';
import type { PageLink } from '../action/request';
import { runText } from '../schedule/lastRun';
import { useScheduleNames } from '../schedule/schedules';
import { useOpenMatters } from './useNoticeCount';

/** Something open that a person decides or fixes, and the page for it. */
export interface Notice {
  code: string;
  text: string;
  to: PageLink;
}

/** A server's address in the router's form. */
function linkTo(link: string): PageLink {
  const { pathname, searchParams } = new URL(link, window.location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) as never };
}

/** All that is open, in words. A notice goes when its cause is gone. Undefined until everything has been asked. */
export function useNotices(): Notice[] | undefined {
  const { t, i18n } = useTranslation();
  const { nameOf } = useScheduleNames();
  const open = useOpenMatters();
  if (!open) return undefined;
  return [
    ...open.attention.map(({ code, text, link }) => ({ code: `${code} ${link}`, text, to: linkTo(link) })),
    ...(open.accountsWait
      ? [{ code: 'account_waits', text: t('home.waiting'), to: linkTo('/user?sort=active') }]
      : []),
    ...open.runs.map((schedule) => {
      const { note, last_job: job, kind, verb } = schedule;
      const text = note || (job ? runText(job, t, i18n.language) : '');
      return {
        code: `schedule ${verb} ${kind}`,
        text: `${nameOf(schedule)}: ${text}`,
        to: note || !job ? linkTo('/pengaturan/jadwal') : reportLink(job),
      };
    }),
  ];
}
