import type { ServerPlan } from '../api/client';
import { touchedRows } from './request';

/** The sum of what is known of these plans; null if nothing is known. `isWhole`: no plan with work to do lacks its time. */
export function expectedTime(
  plans: readonly Pick<ServerPlan, 'counts' | 'besides' | 'expected'>[],
): { seconds: number; isWhole: boolean } | null {
  const working = plans.filter((plan) => touchedRows(plan) > 0);
  const known = working.flatMap(({ expected }) => expected ?? []);
  if (known.length === 0) return null;
  return {
    seconds: known.reduce((sum, { seconds }) => sum + seconds, 0),
    isWhole: known.length === working.length,
  };
}
