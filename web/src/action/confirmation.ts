import type { Outcome } from './OutcomeDialog';
import type { ActionRequest, LeavingChoice } from './request';

/** A question shown to the user. */
export interface Question {
  request: ActionRequest;
  onStart: (() => void) | undefined;
  /** The question's number. A question asked again gets a new number and a new plan; an answer belongs to one number. */
  number: number;
  /** Why the question is asked again. */
  notice: string | undefined;
  /** The user has pressed Ya, and the server has not answered yet. */
  sending: boolean;
  /** The user has closed the question. A late modal would interrupt other work, so a toast shows the outcome. */
  dismissed: boolean;
  /** The job that Ya started. */
  jobId: number | null;
}

/** The visible state: one question at a time, and the outcome if a modal shows it. */
export interface ConfirmationState {
  question: Question | null;
  open: boolean;
  outcome: Outcome | null;
}

export const noQuestion: ConfirmationState = { question: null, open: false, outcome: null };

export type ConfirmationEvent =
  | { type: 'asked'; request: ActionRequest; onStart?: (() => void) | undefined; notice?: string | undefined }
  | { type: 'dismissed' }
  | { type: 'leaving chosen'; leaving: LeavingChoice }
  | { type: 'confirmed' }
  /** The following events carry their question's number, because another question may have replaced it. */
  | { type: 'accepted'; number: number; jobId: number }
  | { type: 'refused'; number: number }
  | { type: 'ended'; number: number }
  | { type: 'outcome shown'; number: number; outcome: Outcome }
  | { type: 'outcome closed' };

/** The state after an event. */
export function confirmationReducer(state: ConfirmationState, event: ConfirmationEvent): ConfirmationState {
  const { question } = state;
  switch (event.type) {
    case 'asked':
      return {
        ...state,
        open: true,
        question: {
          request: event.request,
          onStart: event.onStart,
          notice: event.notice,
          number: (question?.number ?? 0) + 1,
          sending: false,
          dismissed: false,
          jobId: null,
        },
      };
    case 'outcome closed':
      return { ...state, outcome: null };
    case 'dismissed':
      return question ? { ...state, open: false, question: { ...question, dismissed: true } } : state;
    case 'leaving chosen':
      // After Ya the request must not change: it is already sent.
      if (!question || question.sending || question.jobId !== null) return state;
      return {
        ...state,
        question: { ...question, request: { ...question.request, leaving: event.leaving } },
      };
    case 'confirmed':
      return question ? { ...state, question: { ...question, sending: true } } : state;
    default:
      return question?.number === event.number ? afterAnswer(state, question, event) : state;
  }
}

/** True if the user still waits for the answer to this question. */
export function isAwaited({ question }: ConfirmationState, number: number): boolean {
  return question?.number === number && !question.dismissed;
}

type Answer = Extract<ConfirmationEvent, { number: number }>;

function afterAnswer(state: ConfirmationState, question: Question, event: Answer): ConfirmationState {
  switch (event.type) {
    case 'accepted':
      return { ...state, question: { ...question, sending: false, jobId: event.jobId } };
    case 'refused':
      return { ...state, question: { ...question, sending: false } };
    case 'ended':
      return { ...state, open: false, question: { ...question, sending: false } };
    case 'outcome shown':
      return { question: { ...question, sending: false }, open: false, outcome: event.outcome };
  }
}
