import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { startTexts } from '../texts/i18n';
import { approveRequest, deleteRequest, disableRequest, enableRequest } from './requests';

beforeAll(startTexts);

const budi = {
  id: 4,
  name: 'Budi',
  username: 'budi',
  active: false,
  disabled: false,
  role: 'administrator' as const,
  created_at: null,
};

it('approving and deleting an account are immediate, without a plan', () => {
  expect(deleteRequest(budi, i18next.t)).toMatchObject({ body: { id: 4 }, direct: true, notes: [] });
  const role = 'Perannya: Administrator.';
  expect(approveRequest(budi, i18next.t)).toMatchObject({ body: { id: 4 }, direct: true, notes: [role] });
});

it('only disabling an account warns', () => {
  expect(disableRequest(budi, i18next.t)).toMatchObject({
    call: { path: '/api/v1/api/user/disable' },
    body: { id: 4 },
    question: 'Nonaktifkan user Budi?',
    notes: ['Semua sesinya berakhir sekarang, dan ia tidak dapat masuk sampai diaktifkan lagi.'],
  });
  expect(enableRequest(budi, i18next.t)).toMatchObject({
    call: { path: '/api/v1/api/user/enable' },
    question: 'Aktifkan user Budi?',
    notes: [],
  });
});

it('deleting names the account, and can be undone', () => {
  expect(deleteRequest(budi, i18next.t)).toMatchObject({
    question: 'Hapus user Budi?',
    undo: { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id: 4 } },
  });
  expect(approveRequest(budi, i18next.t).undo).toBeUndefined();
});
