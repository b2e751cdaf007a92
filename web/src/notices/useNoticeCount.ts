import { useQuery } from '@tanstack/react-query';
import type { Attention, Schedule } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { mainPageQuery } from '../api/summary';
import { needsLook, schedulesInUse, schedulesQuery } from '../schedule/schedulesQuery';
import { useSession } from '../session/session';
import { pendingAccountsQuery } from '../users/pendingAccounts';

/** What is open: rows that need attention, accounts that wait for approval, and schedules that did not do their work. */
export interface OpenMatters {
  attention: readonly Attention[];
  accountsWait: boolean;
  runs: readonly Schedule[];
}

/** Undefined until everything has been asked. Accounts or schedules that cannot be read are left out. */
export function useOpenMatters(): OpenMatters | undefined {
  const enabled = useSession() !== null;
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const summary = useQuery({ ...mainPageQuery, enabled });
  const accounts = useQuery({ ...pendingAccountsQuery, enabled });
  const schedules = useQuery({ ...schedulesQuery, enabled });
  // A failed query is pending again when it is asked again, and the notices must not vanish for it.
  const isAwaited = [accounts, schedules].some((each) => !each.isSuccess && each.errorUpdateCount === 0);
  if (!summary.data || isAwaited) return undefined;
  return {
    attention: summary.data.attention,
    accountsWait: accounts.data === true,
    runs: schedulesInUse(schedules.data ?? [], settings.mbkm).filter(needsLook),
  };
}

/** The number of open notices; 0 until it is known. */
export function useNoticeCount(): number {
  const open = useOpenMatters();
  return open ? open.attention.length + Number(open.accountsWait) + open.runs.length : 0;
}
