import { outcomes } from '../action/report';
import { type ListAddress, type RawAddress, readAddress, writeAddress } from '../list/address';

/** The filters of a job's report: outcome and search as in a list, and the shared reason. */
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

/** The filters of the visible rows, as call parameters. */
export function reportFilters({ rows: { q, filters }, reason }: ReportAddress): Record<string, string> {
  return { ...filters, ...(q ? { q } : {}), ...(reason ? { reason } : {}) };
}
