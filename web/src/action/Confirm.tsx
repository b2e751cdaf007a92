import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { toastError, toastSuccess } from '../message/toasts';
import { whenPresent } from '../message/whenPresent';
import { useFailureText } from '../texts/failure';
import { useJobs } from './Jobs';
import { ended } from './jobCalls';
import type { Outcome } from './OutcomeDialog';
import { type ActionRequest, type Agreed, askedAgain, start } from './request';
import { useRestore } from './restore';

type Ask = (request: ActionRequest, begun?: () => void) => void;

const loadConfirm = () => import('./ConfirmDialog').then((module) => ({ default: module.ConfirmDialog }));
const loadOutcome = () => import('./OutcomeDialog').then((module) => ({ default: module.OutcomeDialog }));
const ConfirmDialog = lazy(loadConfirm);
const OutcomeDialog = lazy(loadOutcome);

const AskContext = createContext<Ask | null>(null);

/** Asks the person before an action and, on Ya, begins it. `begun` runs once the server has accepted. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAsk needs ConfirmProvider above it');
  return ask;
}

interface Asked {
  request: ActionRequest;
  begun: (() => void) | undefined;
  /** How often the question has been put. Each time it has a plan of its own. */
  round: number;
  /** Why it is put again. */
  notice?: string | undefined;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const restore = useRestore();
  const { jobs, follow } = useJobs();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [sending, setSending] = useState(false);
  const [jobId, setJobId] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // A click that comes before React has drawn the disabled button must not start the work twice.
  const sent = useRef(false);
  const questionNumber = useRef(0);
  // What had the focus before the question. The dialog itself cannot know: it is fetched, and drawn, later than that.
  const asker = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open || !asker.current) return;
    asker.current.focus();
    // It may have gone with its row; then the page is the place to go on from.
    if (document.activeElement !== asker.current) document.getElementById('isi')?.focus();
    asker.current = null;
  }, [open]);

  useEffect(
    () =>
      whenPresent(() => {
        void loadConfirm();
        void loadOutcome();
      }),
    [],
  );

  const put = useCallback((request: ActionRequest, begun?: () => void, notice?: string) => {
    sent.current = false;
    putAway.current = false;
    questionNumber.current += 1;
    asker.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setSending(false);
    setJobId(null);
    setAsked({ request, begun, round: questionNumber.current, notice });
    setOpen(true);
  }, []);
  const ask = useCallback<Ask>((request, begun) => put(request, begun), [put]);

  const job = jobs.find((each) => each.id === jobId);
  const over = job !== undefined && ended(job) && !askedAgain(job);
  useEffect(() => {
    if (over) setOpen(false);
  }, [over]);

  // A modal that comes up long after its question was put away would interrupt other work: the toast tells it then.
  const putAway = useRef(false);

  async function agree(agreed: Agreed) {
    if (!asked || sent.current) return;
    sent.current = true;
    setSending(true);
    const number = questionNumber.current;
    // The modal may be closed and another question asked meanwhile: the answer then belongs to nobody on screen.
    const mine = () => number === questionNumber.current;
    const tell = (failed: boolean, message: string, of?: Job) => {
      const { answerIn } = asked.request;
      if (!mine() || putAway.current || !(answerIn === 'modal' || (answerIn && failed))) return false;
      setOpen(false);
      setOutcome({ failed, message, job: of });
      return true;
    };
    const putAgain = (job: Job) => {
      const notice = job.failure === 'moved' ? t('confirm.moved') : job.message;
      const again = () => put(asked.request, asked.begun, notice);
      if (mine() && !putAway.current) again();
      else toastError(notice, [{ label: t('confirm.new_plan'), open: again }]);
      return true;
    };
    try {
      const answer = await start(asked.request, agreed);
      asked.begun?.();
      if (answer.job) {
        follow(answer.job, (last) =>
          askedAgain(last)
            ? putAgain(last)
            : last.state !== 'cancelled' && tell(last.state === 'failed', last.message, last),
        );
        if (mine()) setJobId(answer.job.id);
      } else {
        const message = typeof answer.data === 'string' ? answer.data : t('jobs.state.done');
        const { undo } = asked.request;
        const links = undo ? [{ label: t('jobs.undo'), open: () => void restore(undo) }] : [];
        if (!tell(false, message)) toastSuccess(message, links);
        void queries.invalidateQueries({ queryKey: ['list'] });
        if (mine()) setOpen(false);
      }
    } catch (cause) {
      if (!tell(true, failureText(cause))) toastError(failureText(cause));
      if (mine()) sent.current = false;
    } finally {
      if (mine()) setSending(false);
    }
  }

  return (
    <AskContext value={ask}>
      {children}
      {asked && (
        <Suspense>
          <ConfirmDialog
            request={asked.request}
            round={asked.round}
            notice={asked.notice}
            job={job}
            open={open}
            sending={sending}
            onNo={() => {
              putAway.current = true;
              setOpen(false);
            }}
            onYes={agree}
          />
        </Suspense>
      )}
      {outcome && (
        <Suspense>
          <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />
        </Suspense>
      )}
    </AskContext>
  );
}
