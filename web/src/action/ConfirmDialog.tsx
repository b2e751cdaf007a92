import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { GuardField } from './GuardField';
import { JobProgress } from './JobProgress';
import { useJobTitle } from './jobTitle';
import { LeavingFields } from './LeavingFields';
import { PlanView, usePlan } from './PlanView';
import { type ActionRequest, blockerOf, type Confirmation, type LeavingChoice } from './request';

interface Props {
  request: ActionRequest;
  /** The number of this question, and the reason if it is asked again. */
  round: number;
  notice: string | undefined;
  /** The running job after Ya. */
  job: Job | undefined;
  /** Extra content about the job. */
  progress?: ReactNode;
  open: boolean;
  sending: boolean;
  onLeaving: (leaving: LeavingChoice) => void;
  onNo: () => void;
  onYes: (confirmation: Confirmation) => void;
  /** Asks for the action together with the parents that its rows wait for. */
  onWithParents: (request: ActionRequest) => void;
}

/** The question with its plan, Tidak and Ya; after Ya, the progress of the job. */
export function ConfirmDialog(props: Props) {
  const { request, round, job, progress, open, onNo } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={open}
      onClose={onNo}
      title={request.question}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      returnFocus={false}
      centered
      size={request.leaving ? 'lg' : 'md'}
    >
      <Stack gap="sm">
        {request.notes.length > 0 && (
          <div>
            {request.notes.map((note) => (
              <Text
                key={note}
                size="sm"
                {...(request.subject && note.includes(request.subject) ? { fw: 600 } : {})}
              >
                {note}
              </Text>
            ))}
          </div>
        )}
        {job ? (
          <RunningJob job={job} onClose={onNo}>
            {progress}
          </RunningJob>
        ) : (
          <Question key={round} {...props} />
        )}
      </Stack>
    </Modal>
  );
}

function RunningJob({ job, onClose, children }: { job: Job; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const close = useRef<HTMLButtonElement>(null);
  // The focused button disappeared with the question.
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div>
        <JobProgress job={job} />
        {children}
        <Text size="xs" c="dimmed" mt={4}>
          {t('confirm.background_hint')}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          {t('confirm.background')}
        </Button>
      </Group>
    </>
  );
}

type QuestionProps = Pick<
  Props,
  'request' | 'round' | 'notice' | 'sending' | 'onLeaving' | 'onNo' | 'onYes' | 'onWithParents'
>;

function Question({ request, round, notice, sending, onLeaving, onNo, onYes, onWithParents }: QuestionProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const plan = usePlan(request, round);
  const singlePlan = plan.data && !('stages' in plan.data) ? plan.data : undefined;
  const title = useJobTitle();
  const no = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const { leaving } = request;
  const leavingMode = leaving?.how ?? singlePlan?.leaving;
  const destructive = request.verb === 'delete' || leavingMode === 'unenrol';
  // An Enter pressed by habit must not take anything from other people.
  const dangerous = ['delete', 'undo', 'close'].includes(request.verb) || leaving !== undefined;
  const planFailed = plan.isError;
  const planState = plan.data ?? (planFailed ? 'failed' : 'planning');
  const blocker = request.direct ? null : blockerOf(planState, typed);
  const refused = blocker === 'refused';
  const guard = plan.data?.guard;
  const sends = request.verb === 'export' || request.verb === 'enroll';
  const parents = sends && !refused ? (singlePlan?.first ?? []) : [];
  const needsParents = parents.length > 0;

  // Tidak gets the focus for dangerous actions and if nothing else is left. Without a plan, the retry button gets it.
  useEffect(() => {
    const answer = dangerous || refused ? no : yes;
    (planFailed ? retry : answer).current?.focus();
  }, [dangerous, refused, planFailed]);

  function agree(event: FormEvent) {
    event.preventDefault();
    if (blocker || sending) return;
    onYes({ plan: plan.data?.token, confirm: guard && typed.trim() });
  }

  return (
    <form onSubmit={agree}>
      <Stack gap="sm">
        {notice && (
          <Alert color="yellow" py="xs" role="alert">
            {notice}
          </Alert>
        )}
        {leaving && <LeavingFields choice={leaving} defaultMode={singlePlan?.leaving} onChange={onLeaving} />}
        {!request.direct && (
          // Reserves the height of most plans, so that the buttons do not jump when the plan arrives.
          <div className="plan-place">
            <PlanView request={request} plan={plan} retryRef={retry} />
          </div>
        )}
        {guard && !refused && <GuardField guard={guard} typed={typed} onType={setTyped} />}
        <Group justify="flex-end" className="confirm-answers">
          <Button
            ref={no}
            variant="default"
            onClick={onNo}
            {...(dangerous ? { 'data-autofocus': true } : {})}
          >
            {t(refused ? 'confirm.close' : 'confirm.no')}
          </Button>
          {needsParents && (
            <Button
              onClick={() =>
                onWithParents({
                  ...request,
                  withParents: true,
                  notes: [...request.notes, t('confirm.with_first')],
                })
              }
            >
              {t('confirm.first', {
                actions: parents.map((one) => title({ ...one, stages: [] })).join(', '),
              })}
            </Button>
          )}
          {!refused && (
            <Button
              ref={yes}
              type="submit"
              {...(needsParents || planFailed ? { variant: 'default' } : {})}
              {...(destructive ? { color: 'red' } : {})}
              {...(leavingMode === 'unenrol' ? { variant: 'outline' } : {})}
              {...(dangerous ? {} : { 'data-autofocus': true })}
              // Not the attribute `disabled`: the button has the focus before the plan arrives.
              {...(blocker ? { 'data-disabled': true, 'aria-disabled': true } : {})}
              loading={sending}
            >
              {t('confirm.yes')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
