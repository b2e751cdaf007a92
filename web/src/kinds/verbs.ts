import type { AnswerIn, Verb } from '../action/request';
import type { PostPath } from '../api/client';
import type { VerbCalls } from '../list/declaration';

type Segment = 'tahun_ajaran' | 'semester' | 'prodi' | 'jurusan' | 'matakuliah' | 'kelas' | 'dosen';
type Answers = Partial<Record<'sync' | 'export' | 'delete', { all?: AnswerIn; one?: AnswerIn }>>;
type Calls<Verbs extends Verb> = Record<Verbs, VerbCalls>;

/** The calls of every synced kind under its path segment. */
function syncedCalls(segment: Segment | 'mahasiswa' | 'mahasiswa_mbkm'): Calls<'sync' | 'delete'> {
  const at = `/api/v1/api/${segment}` as const;
  return {
    sync: {
      all: { method: 'POST', path: `${at}/sync` },
      one: { method: 'POST', path: `${at}/sync_one` },
    },
    delete: {
      all: { method: 'DELETE', path: `${at}/delete_all` },
      one: { method: 'DELETE', path: `${at}/delete` },
    },
  };
}

function exportCalls(all: PostPath, one: PostPath): VerbCalls {
  return { all: { method: 'POST', path: all }, one: { method: 'POST', path: one } };
}

/** The calls of a kind that is synced, exported and deleted. `answers` names those that show their outcome in a modal. */
export function verbsOf(segment: Segment, answers: Answers = {}): Calls<'sync' | 'export' | 'delete'> {
  const at = `/api/v1/api/${segment}` as const;
  const calls = { ...syncedCalls(segment), export: exportCalls(`${at}/export`, `${at}/export_one`) };
  const withAnswer = (verb: keyof Answers): VerbCalls => {
    const { all, one } = calls[verb];
    return {
      ...(all && { all: { ...all, ...answerIn(answers[verb]?.all) } }),
      ...(one && { one: { ...one, ...answerIn(answers[verb]?.one) } }),
    };
  };
  return { sync: withAnswer('sync'), export: withAnswer('export'), delete: withAnswer('delete') };
}

function answerIn(where: AnswerIn | undefined): { answerIn?: AnswerIn } {
  return where ? { answerIn: where } : {};
}

/** The calls of a kind of students, which is also enrolled, and is exported as users. */
export function studentVerbs(
  segment: 'mahasiswa' | 'mahasiswa_mbkm',
  exportAll: PostPath,
  exportOne: PostPath,
): Calls<'sync' | 'export' | 'enroll' | 'unenroll' | 'leave' | 'delete'> {
  const at = `/api/v1/api/${segment}` as const;
  return {
    ...syncedCalls(segment),
    export: exportCalls(exportAll, exportOne),
    enroll: {
      all: { method: 'POST', path: `${at}/enroll` },
      one: { method: 'POST', path: `${at}/enroll_one` },
    },
    unenroll: {
      all: { method: 'POST', path: `${at}/unenroll` },
      one: { method: 'POST', path: `${at}/unenroll_one` },
    },
    // The same call as unenroll, limited to rows that the source no longer lists.
    leave: { all: { method: 'POST', path: `${at}/unenroll` } },
  };
}
