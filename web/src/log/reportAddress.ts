import { outcomes } from '../action/report';
import { type ListAddress, type RawAddress, readAddress, writeAddress } from '../list/address';

/** What a job's report shows: its rows, narrowed by outcome and search as a list is, or by the reason that they share. */
export interface ReportAddress {
  rows: ListAddress;
  reason?: string | undefined;
}

const plain = { defaultTab: 'dashboard', filters: [{ field: 'status', options: outcomes }] } as const;

export function readReportAddress(raw: RawAddress): ReportAddress {
  return { rows: readAddress(plain, raw), reason: raw.reason || undefined };
}

export function writeReportAddress({ rows, reason }: ReportAddress): RawAddress {
  return { ...writeAddress(plain, rows), ...(reason ? { reason } : {}) };
}

/** What narrows the rows on screen, as calls name it. */
export function narrowing({ rows: { q, filters }, reason }: ReportAddress): Record<string, string> {
  return { ...filters, ...(q ? { q } : {}), ...(reason ? { reason } : {}) };
}
