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
  confirmation,
  isWaitedFor,
  nothingAsked,
  type Question,
} from './confirmation';
import { useJobs } from './Jobs';
import { ended } from './jobCalls';
import { useJobTitle } from './jobTitle';
import { LostTouch } from './LostTouch';
import { type ActionRequest, type Agreed, askedAgain, start } from './request';
import { useRestore } from './restore';
import { undoRequest } from './undoRequest';

type Ask = (request: ActionRequest, begun?: () => void) => void;

const ConfirmDialog = onDemand(() => import('./ConfirmDialog').then((module) => module.ConfirmDialog));
const OutcomeDialog = onDemand(() => import('./OutcomeDialog').then((module) => module.OutcomeDialog));

const AskContext = createContext<Ask | null>(null);

/** Asks the user before an action and starts it on Ya. `begun` runs once the server has accepted. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAsk needs ConfirmProvider above it');
  return ask;
}

/**
 * The confirmation state. `now` returns the current state, because answers and second clicks can arrive between two renders.
 */
function useConfirmation() {
  const [state, setState] = useState(nothingAsked);
  const latest = useRef(state);
  const happened = useCallback((event: ConfirmationEvent) => {
    latest.current = confirmation(latest.current, event);
    setState(latest.current);
  }, []);
  return { state, now: () => latest.current, happened };
}

/** Returns the focus to the element that had it before the question. The dialog renders too late to know that element. */
function useReturnedFocus(open: boolean) {
  const asker = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open || !asker.current) return;
    asker.current.focus();
    // The element may have gone with its row, or have lost the focus. Then the page's content gets the focus.
    const isBack = document.activeElement === asker.current && asker.current !== document.body;
    if (!isBack) document.getElementById('isi')?.focus();
    asker.current = null;
  }, [open]);
  return useCallback(() => {
    asker.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, []);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const restore = useRestore();
  const title = useJobTitle();
  const { jobs, follow, undoAsker } = useJobs();
  const { state, now, happened } = useConfirmation();
  const { question, open, outcome } = state;
  const rememberFocus = useReturnedFocus(open);
  // The number of the latest question with a dialog that failed to load. The next question fetches the dialog again.
  const [missed, setMissed] = useState(0);
  const questionMissed = useLoadFailure(() => {
    setMissed(now().question?.number ?? 0);
    happened({ type: 'put away' });
  });
  const outcomeMissed = useLoadFailure(() => happened({ type: 'outcome read' }));

  useEffect(
    () =>
      onFirstInput(() => {
        void ConfirmDialog.preload();
        void OutcomeDialog.preload();
      }),
    [],
  );

  const put = useCallback(
    (request: ActionRequest, begun?: () => void, notice?: string) => {
      rememberFocus();
      happened({ type: 'asked', request, begun, notice });
    },
    [happened, rememberFocus],
  );
  const ask = useCallback<Ask>((request, begun) => put(request, begun), [put]);
  useEffect(() => {
    undoAsker.current = (job) => ask(undoRequest(job, title(job), t));
  });

  const job = jobs.find((each) => each.id === question?.jobId);
  const number = question?.number;
  const over = job !== undefined && ended(job) && !askedAgain(job);
  useEffect(() => {
    if (over && number !== undefined) happened({ type: 'ended', number });
  }, [over, number, happened]);

  /** Shows the outcome in a modal if the request wants one and the user still waits for it. Returns true if shown. */
  function told({ request, number }: Question, failed: boolean, message: string, job?: Job): boolean {
    const { answerIn } = request;
    if (!isWaitedFor(now(), number) || !(answerIn === 'modal' || (answerIn && failed))) return false;
    happened({ type: 'told', number, outcome: { failed, message, job } });
    return true;
  }

  function putAgain({ request, begun, number }: Question, { failure, message }: Job): boolean {
    const notice = failure === 'moved' ? t('confirm.moved') : message;
    const again = () => put(request, begun, notice);
    if (isWaitedFor(now(), number)) again();
    else toastError(notice, [{ label: t('confirm.new_plan'), open: again }]);
    return true;
  }

  async function agree(agreed: Agreed) {
    const asked = now().question;
    // A click before React renders the disabled button must not start the work twice.
    if (!asked || asked.sending || asked.jobId !== null) return;
    happened({ type: 'agreed' });
    const { number } = asked;
    try {
      const answer = await start(asked.request, agreed);
      asked.begun?.();
      if (answer.job) {
        follow(answer.job, (last) => {
          if (askedAgain(last)) return putAgain(asked, last);
          return last.state !== 'cancelled' && told(asked, last.state === 'failed', last.message, last);
        });
        happened({ type: 'accepted', number, jobId: answer.job.id });
      } else {
        const message = typeof answer.data === 'string' ? answer.data : t('jobs.state.done');
        const { undo } = asked.request;
        const links = undo ? [{ label: t('jobs.undo'), open: () => void restore(undo) }] : [];
        if (!told(asked, false, message)) toastSuccess(message, links);
        void queries.invalidateQueries({ queryKey: ['list'] });
        happened({ type: 'ended', number });
      }
    } catch (cause) {
      if (!told(asked, true, failureText(cause))) toastError(failureText(cause));
      happened({ type: 'refused', number });
    }
  }

  return (
    <AskContext value={ask}>
      {children}
      {question && question.number !== missed && (
        <ConfirmDialog
          request={question.request}
          round={question.number}
          notice={question.notice}
          job={job}
          progress={job && <LostTouch job={job} />}
          open={open}
          sending={question.sending}
          onLeaving={(leaving) => happened({ type: 'leaving chosen', leaving })}
          onNo={() => happened({ type: 'put away' })}
          onYes={agree}
          onFirst={(request) => put(request, question.begun)}
          onLoadFailed={questionMissed}
        />
      )}
      {outcome && (
        <OutcomeDialog
          outcome={outcome}
          onClose={() => happened({ type: 'outcome read' })}
          onLoadFailed={outcomeMissed}
        />
      )}
    </AskContext>
  );
}
