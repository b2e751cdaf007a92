import type { KindStatus } from '../api/client';

/** The state of a kind that was never synced or exported, for tests to vary. */
export const sampleStatus: KindStatus = {
  kind: 'kelas',
  label: 'Kelas',
  rows: 0,
  migrated: 0,
  source_rows: null,
  failed: 0,
  failed_enrolments: null,
  people: null,
  enrolments: null,
  accounts: null,
  enrolled: null,
  suspended: null,
  missing: 0,
  waiting: { not_there: 0, different: 0, refused: 0, not_enrolled: 0, suspended: 0, enrolments_refused: 0 },
  last_synced_at: null,
};
