import type { Job } from '../api/client';

/** A job as the server returns it, for tests to vary. */
export const aJob: Job = {
  id: 1,
  kind: 'kelas',
  verb: 'sync',
  state: 'running',
  total: 40_000,
  done: 8_000,
  counts: {},
  message: '',
  failure: null,
  actor: 'Ratna',
  cancel_requested: false,
  undoable: false,
  undone_by: null,
  undo_of: null,
  waits_for: null,
  warnings: [],
  part_of: null,
  stages: [],
  created_at: '2026-11-21T00:00:00Z',
  started_at: '2026-11-21T00:00:00Z',
  finished_at: null,
};

/** A stage of a job over the whole campus, for tests to vary. */
export const aStage: Job['stages'][number] = {
  kind: 'kelas',
  verb: 'sync',
  state: 'done',
  job: null,
  carried: false,
  total: null,
  message: '',
  counts: {},
};
