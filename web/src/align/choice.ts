import type { LeftOut } from './leftOut';

const keyOf = (plan: number) => `selaras.plan.${plan}`;

/** The last choice of what a plan leaves out, in this browser tab; empty without a choice. */
export function keptChoice(plan: number): LeftOut[] | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(plan)) ?? 'null');
    return Array.isArray(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the choice, so that it survives a visit to another page. */
export function keepChoice(plan: number, leaveOut: readonly LeftOut[]): void {
  try {
    sessionStorage.setItem(keyOf(plan), JSON.stringify(leaveOut));
  } catch {
    // Storage may be blocked; then the choice lasts as long as the page.
  }
}
