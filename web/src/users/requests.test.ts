import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { startTexts } from '../texts/i18n';
import { approval, deletion } from './requests';

beforeAll(startTexts);

const budi = {
  id: 4,
  name: 'Budi',
  username: 'budi',
  active: false,
  role: 'administrator' as const,
  created_at: null,
};

it('an account is deleted and approved at once, by its id and without a plan', () => {
  for (const ask of [approval, deletion]) {
    expect(ask(budi, i18next.t)).toMatchObject({ body: { id: 4 }, direct: true, notes: [] });
  }
});

it('the question before deleting names the person, and its deed can be taken back', () => {
  expect(deletion(budi, i18next.t)).toMatchObject({
    question: 'Hapus user Budi?',
    undo: { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id: 4 } },
  });
  expect(approval(budi, i18next.t).undo).toBeUndefined();
});
