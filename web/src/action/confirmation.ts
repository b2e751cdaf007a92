import type { Outcome } from './OutcomeDialog';
import type { ActionRequest, LeavingChoice } from './request';

/** A question shown to the user. */
export interface Question {
  request: ActionRequest;
  begun: (() => void) | undefined;
  /** The question's number. A question asked again gets a new number and a new plan; an answer belongs to one number. */
  number: number;
  /** Why the question is asked again. */
  notice: string | undefined;
  /** The user has pressed Ya, and the server has not answered yet. */
  sending: boolean;
  /** The user has closed the question. A late modal would interrupt other work, so a toast shows the outcome. */
  putAway: boolean;
  /** The job that Ya started. */
  jobId: number | null;
}

/** The visible state: one question at a time, and the outcome if a modal shows it. */
export interface Confirmation {
  question: Question | null;
  open: boolean;
  outcome: Outcome | null;
}

export const nothingAsked: Confirmation = { question: null, open: false, outcome: null };

export type ConfirmationEvent =
  | { type: 'asked'; request: ActionRequest; begun?: (() => void) | undefined; notice?: string | undefined }
  | { type: 'put away' }
  | { type: 'leaving chosen'; leaving: LeavingChoice }
  | { type: 'agreed' }
  /** The following events carry their question's number, because another question may have replaced it. */
  | { type: 'accepted'; number: number; jobId: number }
  | { type: 'refused'; number: number }
  | { type: 'ended'; number: number }
  | { type: 'told'; number: number; outcome: Outcome }
  | { type: 'outcome read' };

/** The state after an event. */
export function confirmation(state: Confirmation, event: ConfirmationEvent): Confirmation {
  const { question } = state;
  switch (event.type) {
    case 'asked':
      return {
        ...state,
        open: true,
        question: {
          request: event.request,
          begun: event.begun,
          notice: event.notice,
          number: (question?.number ?? 0) + 1,
          sending: false,
          putAway: false,
          jobId: null,
        },
      };
    case 'outcome read':
      return { ...state, outcome: null };
    case 'put away':
      return question ? { ...state, open: false, question: { ...question, putAway: true } } : state;
    case 'leaving chosen':
      // After Ya the request must not change: it is already sent.
      if (!question || question.sending || question.jobId !== null) return state;
      return {
        ...state,
        question: { ...question, request: { ...question.request, leaving: event.leaving } },
      };
    case 'agreed':
      return question ? { ...state, question: { ...question, sending: true } } : state;
    default:
      return question?.number === event.number ? answered(state, question, event) : state;
  }
}

/** True if the user still waits for the answer to this question. */
export function isWaitedFor({ question }: Confirmation, number: number): boolean {
  return question?.number === number && !question.putAway;
}

type Answer = Extract<ConfirmationEvent, { number: number }>;

function answered(state: Confirmation, question: Question, event: Answer): Confirmation {
  switch (event.type) {
    case 'accepted':
      return { ...state, question: { ...question, sending: false, jobId: event.jobId } };
    case 'refused':
      return { ...state, question: { ...question, sending: false } };
    case 'ended':
      return { ...state, open: false, question: { ...question, sending: false } };
    case 'told':
      return { question: { ...question, sending: false }, open: false, outcome: event.outcome };
  }
}
