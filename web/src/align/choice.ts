import type { LeftOut } from './leftOut';

const keyOf = (plan: number) => `selaras.plan.${plan}`;

/** What was chosen last to be left out of a plan, in this tab of the browser; nothing where nothing was. */
export function keptChoice(plan: number): LeftOut[] | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(plan)) ?? 'null');
    return Array.isArray(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps what is chosen, so that whoever leaves the plan and comes back finds it so. */
export function keepChoice(plan: number, leaveOut: readonly LeftOut[]): void {
  try {
    sessionStorage.setItem(keyOf(plan), JSON.stringify(leaveOut));
  } catch {
    // A browser may forbid it; then the choice lasts as long as the page.
  }
}
