import type { Outcome } from './OutcomeDialog';
import type { ActionRequest, LeavingChoice } from './request';

/** A question that was put to the person. */
export interface Question {
  request: ActionRequest;
  begun: (() => void) | undefined;
  /** Counts the questions. Each time one is put it has a plan of its own, and an answer belongs to one alone. */
  number: number;
  /** Why it is put again. */
  notice: string | undefined;
  /** The person has said Ya, and the server has not answered yet. */
  sending: boolean;
  /** The person has closed it. A modal that came up later would interrupt other work, so a toast tells the outcome. */
  putAway: boolean;
  /** The job that Ya began. */
  jobId: number | null;
}

/** Everything that is shown of asking: one question at a time, and what came of it where a modal tells that. */
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
  /** The rest is of a question by its number: the person may have been asked another meanwhile. */
  | { type: 'accepted'; number: number; jobId: number }
  | { type: 'refused'; number: number }
  | { type: 'ended'; number: number }
  | { type: 'told'; number: number; outcome: Outcome }
  | { type: 'outcome read' };

/** What becomes of the asking when something happens. */
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
      // What was sent is what was agreed to.
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

/** Whether the answer to a question still belongs on screen. */
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
