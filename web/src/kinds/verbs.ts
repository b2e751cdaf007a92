import type { AnswerIn } from '../action/request';
import type { VerbCalls } from '../list/declaration';

type Segment = 'tahun_ajaran' | 'semester' | 'prodi' | 'jurusan' | 'matakuliah' | 'kelas' | 'dosen';
type Answers = Partial<Record<'sync' | 'export' | 'delete', { all?: AnswerIn; one?: AnswerIn }>>;

/** The calls that a kind has which is synced, exported and deleted, and which of them are answered in a modal. */
export function verbsOf(
  segment: Segment,
  answers: Answers = {},
): Record<'sync' | 'export' | 'delete', VerbCalls> {
  const at = `/api/v1/api/${segment}` as const;
  const calls = {
    sync: {
      all: { method: 'POST', path: `${at}/sync` },
      one: { method: 'POST', path: `${at}/sync_one` },
    },
    export: {
      all: { method: 'POST', path: `${at}/export` },
      one: { method: 'POST', path: `${at}/export_one` },
    },
    delete: {
      all: { method: 'DELETE', path: `${at}/delete_all` },
      one: { method: 'DELETE', path: `${at}/delete` },
    },
  } as const;
  const told = (verb: keyof Answers): VerbCalls => ({
    all: { ...calls[verb].all, ...answerIn(answers[verb]?.all) },
    one: { ...calls[verb].one, ...answerIn(answers[verb]?.one) },
  });
  return { sync: told('sync'), export: told('export'), delete: told('delete') };
}

function answerIn(where: AnswerIn | undefined): { answerIn?: AnswerIn } {
  return where ? { answerIn: where } : {};
}
