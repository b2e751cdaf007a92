import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { onDemand } from '../message/onDemand';
import { onFirstInput } from '../message/onFirstInput';
import { toastError, toastSuccess } from '../message/toasts';
import { useLoadFailure } from '../message/unreachable';
import { useFailureText } from '../texts/failure';
import {
  type ConfirmationEvent,
  confirmationReducer,
  isAwaited,
  noQuestion,
  type Question,
} from './confirmation';
import { useJobs } from './Jobs';
import { hasEnded } from './jobCalls';
import { useJobTitle } from './jobTitle';
import { LostConnection } from './LostConnection';
import {
  type ActionRequest,
  type Confirmation,
  needsNewConfirmation,
  startAction,
  undoRequest,
  withSubject,
} from './request';
import { useRestore } from './restore';

type Confirm = (request: ActionRequest, onStart?: () => void) => void;

const ConfirmDialog = onDemand(() => import('./ConfirmDialog').then((module) => module.ConfirmDialog));
const OutcomeDialog = onDemand(() => import('./OutcomeDialog').then((module) => module.OutcomeDialog));

const ConfirmContext = createContext<Confirm | null>(null);

/** Asks the user before an action and starts it on Ya. `onStart` runs once the server has accepted. */
export function useConfirm(): Confirm {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs ConfirmProvider above it');
  return ask;
}

/**
 * The confirmation state. `now` returns the current state, because answers and second clicks can arrive between two renders.
 */
function useConfirmationState() {
  const [state, setState] = useState(noQuestion);
  const latest = useRef(state);
  const dispatch = useCallback((event: ConfirmationEvent) => {
    latest.current = confirmationReducer(latest.current, event);
    setState(latest.current);
  }, []);
  return { state, current: () => latest.current, happened: dispatch };
}

/** Returns the focus to the element that had it before the question. The dialog renders too late to know that element. */
function useReturnedFocus(open: boolean) {
  const focusedBefore = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open || !focusedBefore.current) return;
    focusedBefore.current.focus();
    // The element may have gone with its row, or have lost the focus. Then the page's content gets the focus.
    const isBack =
      document.activeElement === focusedBefore.current && focusedBefore.current !== document.body;
    if (!isBack) document.getElementById('isi')?.focus();
    focusedBefore.current = null;
  }, [open]);
  return useCallback(() => {
    focusedBefore.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, []);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const restore = useRestore();
  const title = useJobTitle();
  const { jobs, follow, askUndo } = useJobs();
  const { state, current, happened: dispatch } = useConfirmationState();
  const { question, open, outcome } = state;
  const rememberFocus = useReturnedFocus(open);
  // The number of the latest question with a dialog that failed to load. The next question fetches the dialog again.
  const [failedNumber, setFailedNumber] = useState(0);
  const onQuestionFailed = useLoadFailure(() => {
    setFailedNumber(current().question?.number ?? 0);
    dispatch({ type: 'dismissed' });
  });
  const onOutcomeFailed = useLoadFailure(() => dispatch({ type: 'outcome closed' }));

  useEffect(
    () =>
      onFirstInput(() => {
        void ConfirmDialog.preload();
        void OutcomeDialog.preload();
      }),
    [],
  );

  const openQuestion = useCallback(
    (request: ActionRequest, onStart?: () => void, notice?: string) => {
      rememberFocus();
      dispatch({ type: 'asked', request, onStart, notice });
    },
    [dispatch, rememberFocus],
  );
  const ask = useCallback<Confirm>((request, onStart) => openQuestion(request, onStart), [openQuestion]);
  useEffect(() => {
    askUndo.current = (job) => ask(undoRequest(job, title(job), t));
  });

  const job = jobs.find((each) => each.id === question?.jobId);
  const number = question?.number;
  const jobEnded = job !== undefined && hasEnded(job) && !needsNewConfirmation(job);
  useEffect(() => {
    if (jobEnded && number !== undefined) dispatch({ type: 'ended', number });
  }, [jobEnded, number, dispatch]);

  /** Shows the outcome in a modal if the request wants one and the user still waits for it. Returns true if shown. */
  function showOutcome({ request, number }: Question, failed: boolean, text: string, job?: Job): boolean {
    const { answerIn, subject } = request;
    if (!isAwaited(current(), number) || !(answerIn === 'modal' || (answerIn && failed))) return false;
    const message = withSubject(subject, text);
    dispatch({ type: 'outcome shown', number, outcome: { failed, message, job } });
    return true;
  }

  function askAgain({ request, onStart, number }: Question, { failure, message }: Job): boolean {
    const notice = failure === 'moved' ? t('confirm.moved') : message;
    const again = () => openQuestion(request, onStart, notice);
    if (isAwaited(current(), number)) again();
    else toastError(notice, [{ label: t('confirm.new_plan'), open: again }]);
    return true;
  }

  async function agree(confirmation: Confirmation) {
    const question = current().question;
    // A click before React renders the disabled button must not start the work twice.
    if (!question || question.sending || question.jobId !== null) return;
    dispatch({ type: 'confirmed' });
    const { number } = question;
    try {
      const answer = await startAction(question.request, confirmation);
      question.onStart?.();
      if (answer.job) {
        const handleEnd = (last: Job) => {
          if (needsNewConfirmation(last)) return askAgain(question, last);
          return (
            last.state !== 'cancelled' && showOutcome(question, last.state === 'failed', last.message, last)
          );
        };
        follow(answer.job, handleEnd, question.request.subject);
        dispatch({ type: 'accepted', number, jobId: answer.job.id });
      } else {
        const message = typeof answer.data === 'string' ? answer.data : t('jobs.state.done');
        const { undo } = question.request;
        const links = undo ? [{ label: t('jobs.undo'), open: () => void restore(undo) }] : [];
        if (!showOutcome(question, false, message)) {
          toastSuccess(withSubject(question.request.subject, message), links);
        }
        void queries.invalidateQueries({ queryKey: ['list'] });
        void queries.invalidateQueries({ queryKey: ['summary'] });
        dispatch({ type: 'ended', number });
      }
    } catch (cause) {
      if (!showOutcome(question, true, failureText(cause))) {
        toastError(withSubject(question.request.subject, failureText(cause)));
      }
      dispatch({ type: 'refused', number });
    }
  }

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && question.number !== failedNumber && (
        <ConfirmDialog
          request={question.request}
          round={question.number}
          notice={question.notice}
          job={job}
          progress={job && <LostConnection job={job} />}
          open={open}
          sending={question.sending}
          onLeaving={(leaving) => dispatch({ type: 'leaving chosen', leaving })}
          onNo={() => dispatch({ type: 'dismissed' })}
          onYes={agree}
          onWithParents={(request) => openQuestion(request, question.onStart)}
          onLoadFailed={onQuestionFailed}
        />
      )}
      {outcome && (
        <OutcomeDialog
          outcome={outcome}
          onClose={() => dispatch({ type: 'outcome closed' })}
          onLoadFailed={onOutcomeFailed}
        />
      )}
    </ConfirmContext>
  );
}
