import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../texts/i18n';
import { aJob, aStage } from './job.fixture';
import { undoRequest } from './request';

beforeAll(startTexts);

describe('the question before an undo', () => {
  it('names the job', () => {
    expect(undoRequest(aJob, 'Sync Kelas', i18next.t).question).toBe('Urungkan Sync Kelas?');
  });

  it('says for the whole campus what is taken back', () => {
    const campus = {
      ...aJob,
      kind: 'campus' as const,
      verb: 'align' as const,
      stages: Array(20).fill(aStage),
    };
    expect(undoRequest(campus, 'Selaraskan Seluruh Kampus', i18next.t).question).toBe(
      'Batalkan hasil penyelarasan seluruh kampus?',
    );
  });
});
