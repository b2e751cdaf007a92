import type { PlanRow } from '../api/client';
import type { ActionRequest } from './request';

/** A line of a plan: a row, or the enrolments of one person. */
export interface PlanLine {
  /** The person's number, if the line is about one. */
  person: string | null;
  rows: { row: PlanRow; class: string | null }[];
}

/**
 * The lines of a plan's rows: each person once, with all their classes. Enrolments that cannot be done for different reasons
 * are lines of their own.
 */
export function planLines(rows: readonly PlanRow[], enrolmentOf: ActionRequest['enrolmentOf']): PlanLine[] {
  const lines = new Map<string, PlanLine>();
  for (const row of rows) {
    const of = enrolmentOf?.(row.parts) ?? null;
    const name = of && !row.changes ? JSON.stringify([of.person, row.reason]) : row.key;
    const line = lines.get(name) ?? { person: of?.person ?? null, rows: [] };
    line.rows.push({ row, class: of?.class ?? null });
    lines.set(name, line);
  }
  return [...lines.values()];
}
