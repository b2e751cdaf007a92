import { describe, expect, it } from 'vitest';
import { type Confirmation, confirmation, isWaitedFor, nothingAsked } from './confirmation';
import type { ActionRequest } from './request';

const request: ActionRequest = {
  verb: 'sync',
  call: { method: 'POST', path: '/api/v1/api/kelas/sync' },
  body: {},
  question: 'Lakukan sinkronisasi data Kelas?',
  notes: [],
};
const asked = confirmation(nothingAsked, { type: 'asked', request });
const numberOf = ({ question }: Confirmation) => question?.number ?? 0;

describe('a question', () => {
  it('opens, is agreed to, runs as a job, and closes at its end', () => {
    expect(asked).toMatchObject({ open: true, question: { sending: false, jobId: null } });
    const sending = confirmation(asked, { type: 'agreed' });
    expect(sending.question?.sending).toBe(true);
    const running = confirmation(sending, { type: 'accepted', number: numberOf(asked), jobId: 7 });
    expect(running).toMatchObject({ open: true, question: { sending: false, jobId: 7 } });
    expect(confirmation(running, { type: 'ended', number: numberOf(asked) }).open).toBe(false);
  });

  it('that was refused can be agreed to again', () => {
    const sending = confirmation(asked, { type: 'agreed' });
    const refused = confirmation(sending, { type: 'refused', number: numberOf(asked) });
    expect(refused).toMatchObject({ open: true, question: { sending: false } });
  });

  it('is let alone by the answer to an earlier one', () => {
    const other = confirmation(asked, { type: 'asked', request });
    for (const type of ['refused', 'ended'] as const) {
      expect(confirmation(other, { type, number: numberOf(asked) })).toBe(other);
    }
    const outcome = { failed: true, message: 'Gagal.' };
    expect(confirmation(other, { type: 'told', number: numberOf(asked), outcome })).toBe(other);
  });

  it('that was put away waits for no answer', () => {
    expect(isWaitedFor(asked, numberOf(asked))).toBe(true);
    expect(isWaitedFor(confirmation(asked, { type: 'put away' }), numberOf(asked))).toBe(false);
  });

  it('gives way to what came of it, until that is read', () => {
    const outcome = { failed: false, message: 'Selesai.' };
    const told = confirmation(asked, { type: 'told', number: numberOf(asked), outcome });
    expect(told).toMatchObject({ open: false, outcome });
    expect(confirmation(told, { type: 'outcome read' }).outcome).toBeNull();
  });

  it('takes a choice of how people leave until it is agreed to', () => {
    const chosen = confirmation(asked, { type: 'leaving chosen', leaving: { how: 'unenrol' } });
    expect(chosen.question?.request.leaving).toEqual({ how: 'unenrol' });
    expect(numberOf(chosen)).toBe(numberOf(asked));
    const sending = confirmation(chosen, { type: 'agreed' });
    expect(confirmation(sending, { type: 'leaving chosen', leaving: { how: 'suspend' } })).toBe(sending);
  });

  it('has a number of its own each time it is put', () => {
    const again = confirmation(asked, { type: 'asked', request, notice: 'Data sudah berubah.' });
    expect(numberOf(again)).toBe(numberOf(asked) + 1);
    expect(again.question?.notice).toBe('Data sudah berubah.');
  });
});
