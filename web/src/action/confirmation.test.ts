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
  it('opens, is confirmed, runs as a job, and closes at its end', () => {
    expect(asked).toMatchObject({ open: true, question: { sending: false, jobId: null } });
    const sending = confirmation(asked, { type: 'agreed' });
    expect(sending.question?.sending).toBe(true);
    const running = confirmation(sending, { type: 'accepted', number: numberOf(asked), jobId: 7 });
    expect(running).toMatchObject({ open: true, question: { sending: false, jobId: 7 } });
    expect(confirmation(running, { type: 'ended', number: numberOf(asked) }).open).toBe(false);
  });

  it('accepts a new confirmation after a refusal', () => {
    const sending = confirmation(asked, { type: 'agreed' });
    const refused = confirmation(sending, { type: 'refused', number: numberOf(asked) });
    expect(refused).toMatchObject({ open: true, question: { sending: false } });
  });

  it('ignores the answer to an earlier question', () => {
    const other = confirmation(asked, { type: 'asked', request });
    for (const type of ['refused', 'ended'] as const) {
      expect(confirmation(other, { type, number: numberOf(asked) })).toBe(other);
    }
    const outcome = { failed: true, message: 'Gagal.' };
    expect(confirmation(other, { type: 'told', number: numberOf(asked), outcome })).toBe(other);
  });

  it('waits for no answer once it is closed', () => {
    expect(isWaitedFor(asked, numberOf(asked))).toBe(true);
    expect(isWaitedFor(confirmation(asked, { type: 'put away' }), numberOf(asked))).toBe(false);
  });

  it('gives way to its outcome until that is closed', () => {
    const outcome = { failed: false, message: 'Selesai.' };
    const told = confirmation(asked, { type: 'told', number: numberOf(asked), outcome });
    expect(told).toMatchObject({ open: false, outcome });
    expect(confirmation(told, { type: 'outcome read' }).outcome).toBeNull();
  });

  it('accepts a way of leaving until it is confirmed', () => {
    const chosen = confirmation(asked, { type: 'leaving chosen', leaving: { how: 'unenrol' } });
    expect(chosen.question?.request.leaving).toEqual({ how: 'unenrol' });
    expect(numberOf(chosen)).toBe(numberOf(asked));
    const sending = confirmation(chosen, { type: 'agreed' });
    expect(confirmation(sending, { type: 'leaving chosen', leaving: { how: 'suspend' } })).toBe(sending);
  });

  it('gets a new number each time it is asked', () => {
    const again = confirmation(asked, { type: 'asked', request, notice: 'Data sudah berubah.' });
    expect(numberOf(again)).toBe(numberOf(asked) + 1);
    expect(again.question?.notice).toBe('Data sudah berubah.');
  });
});
