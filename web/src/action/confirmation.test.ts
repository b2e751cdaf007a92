import { describe, expect, it } from 'vitest';
import { type ConfirmationState, confirmationReducer, isAwaited, noQuestion } from './confirmation';
import type { ActionRequest } from './request';

const request: ActionRequest = {
  verb: 'sync',
  call: { method: 'POST', path: '/api/v1/api/kelas/sync' },
  body: {},
  question: 'Lakukan sinkronisasi data Kelas?',
  notes: [],
};
const asked = confirmationReducer(noQuestion, { type: 'asked', request });
const numberOf = ({ question }: ConfirmationState) => question?.number ?? 0;

describe('a question', () => {
  it('opens, is confirmed, runs as a job, and closes at its end', () => {
    expect(asked).toMatchObject({ open: true, question: { sending: false, jobId: null } });
    const sending = confirmationReducer(asked, { type: 'confirmed' });
    expect(sending.question?.sending).toBe(true);
    const running = confirmationReducer(sending, { type: 'accepted', number: numberOf(asked), jobId: 7 });
    expect(running).toMatchObject({ open: true, question: { sending: false, jobId: 7 } });
    expect(confirmationReducer(running, { type: 'ended', number: numberOf(asked) }).open).toBe(false);
  });

  it('accepts a new confirmation after a refusal', () => {
    const sending = confirmationReducer(asked, { type: 'confirmed' });
    const refused = confirmationReducer(sending, { type: 'refused', number: numberOf(asked) });
    expect(refused).toMatchObject({ open: true, question: { sending: false } });
  });

  it('ignores the answer to an earlier question', () => {
    const other = confirmationReducer(asked, { type: 'asked', request });
    for (const type of ['refused', 'ended'] as const) {
      expect(confirmationReducer(other, { type, number: numberOf(asked) })).toBe(other);
    }
    const outcome = { failed: true, message: 'Gagal.' };
    expect(confirmationReducer(other, { type: 'outcome shown', number: numberOf(asked), outcome })).toBe(
      other,
    );
  });

  it('waits for no answer once it is closed', () => {
    expect(isAwaited(asked, numberOf(asked))).toBe(true);
    expect(isAwaited(confirmationReducer(asked, { type: 'dismissed' }), numberOf(asked))).toBe(false);
  });

  it('gives way to its outcome until that is closed', () => {
    const outcome = { failed: false, message: 'Selesai.' };
    const withOutcome = confirmationReducer(asked, {
      type: 'outcome shown',
      number: numberOf(asked),
      outcome,
    });
    expect(withOutcome).toMatchObject({ open: false, outcome });
    expect(confirmationReducer(withOutcome, { type: 'outcome closed' }).outcome).toBeNull();
  });

  it('accepts a way of leaving until it is confirmed', () => {
    const withChoice = confirmationReducer(asked, { type: 'leaving chosen', leaving: { how: 'unenrol' } });
    expect(withChoice.question?.request.leaving).toEqual({ how: 'unenrol' });
    expect(numberOf(withChoice)).toBe(numberOf(asked));
    const sending = confirmationReducer(withChoice, { type: 'confirmed' });
    expect(confirmationReducer(sending, { type: 'leaving chosen', leaving: { how: 'suspend' } })).toBe(
      sending,
    );
  });

  it('gets a new number each time it is asked', () => {
    const askedAgain = confirmationReducer(asked, { type: 'asked', request, notice: 'Data sudah berubah.' });
    expect(numberOf(askedAgain)).toBe(numberOf(asked) + 1);
    expect(askedAgain.question?.notice).toBe('Data sudah berubah.');
  });
});
