import type { JobRow } from '../api/client';

/** A line of a report: a row, or a person's enrolments with the same outcome. */
export type ReportLine = JobRow & {
  classes: NonNullable<JobRow['class']>[];
  /** The number of rows. */
  rows: number;
};

/** The lines of a page of rows: neighbours of one person with one outcome and reason are a line, with all their classes. */
export function reportLines(rows: readonly JobRow[]): ReportLine[] {
  const lines: ReportLine[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    const isSame =
      last !== undefined &&
      row.number !== null &&
      row.class !== null &&
      last.class !== null &&
      last.number === row.number &&
      last.kind === row.kind &&
      last.outcome === row.outcome &&
      last.reason === row.reason;
    if (isSame && row.class) {
      last.classes.push(row.class);
      last.rows += 1;
    } else lines.push({ ...row, classes: row.class ? [row.class] : [], rows: 1 });
  }
  return lines;
}

/** The same rows, each a line of its own. */
export function singleLines(rows: readonly JobRow[]): ReportLine[] {
  return rows.map((row) => ({ ...row, classes: row.class ? [row.class] : [], rows: 1 }));
}
