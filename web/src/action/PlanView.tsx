import { Alert, Anchor, Button, Group, Text, UnstyledButton } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampusPlan, ServerPlan } from '../api/client';
import { LoadingLine } from '../page/LoadingLine';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { ExpectedTime } from './ExpectedTime';
import { useGroupName } from './groupName';
import { useJobTitle } from './jobTitle';
import { LeavingRow } from './LeavingRow';
import { type PlanLine, planLines } from './planLines';
import { RowChanges } from './RowChanges';
import {
  type ActionRequest,
  bodyOf,
  fetchPlan,
  type Plan,
  type PlanGroup,
  planGroups,
  touchedRows,
  type Verb,
} from './request';

/** Rows drawn per group. The server sends only the first ones anyway. */
const maxRows = 50;

function RowLine({ line: { person, rows }, pageOf }: { line: PlanLine; pageOf: ActionRequest['pageOf'] }) {
  const [first] = rows;
  if (!first) return null;
  const { row } = first;
  const link = pageOf?.(row.parts);
  const name = row.label || row.key;
  const classes = rows.flatMap((each) => each.class ?? []).join(', ');
  return (
    <li>
      <Text span size="xs" {...(row.changes || row.reason || person ? { fw: 600 } : {})}>
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" fw="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Text>
      {person && (
        <Text span size="xs">
          {[row.label && person, classes].filter(Boolean).map((part) => ` · ${part}`)}
        </Text>
      )}
      <RowChanges row={row} />
    </li>
  );
}

interface GroupProps {
  verb: Verb;
  pageOf: ActionRequest['pageOf'];
  enrolmentOf: ActionRequest['enrolmentOf'];
  group: PlanGroup;
  plan: ServerPlan;
}

function PlanGroupView({ verb, pageOf, enrolmentOf, group, plan }: GroupProps) {
  const { t, i18n } = useTranslation();
  // People who would lose something are shown unasked.
  const [open, setOpen] = useState(group === 'leaving' && plan.leaving === 'unenrol');
  const panel = useId();
  const count = plan.counts[group];
  // Unchanged rows have a count only.
  const rows = group === 'unchanged' ? [] : plan.rows[group];
  const name = useGroupName(verb, group, plan);
  const Line = group === 'leaving' && plan.leaving === 'unenrol' ? LeavingRow : RowLine;
  if (rows.length === 0) {
    return (
      <Text size="sm" className="plan-count" data-group={group} data-leaving={plan.leaving}>
        {name}
      </Text>
    );
  }
  return (
    <div>
      <UnstyledButton
        className="plan-count"
        data-group={group}
        data-leaving={plan.leaving}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} className="plan-chevron" data-open={open || undefined} />
        {name}
      </UnstyledButton>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        <section id={panel} className="plan-rows" tabIndex={0} aria-label={name}>
          <ul>
            {planLines(rows.slice(0, maxRows), enrolmentOf).map((line) => (
              <Line key={line.rows[0]?.row.key} line={line} pageOf={pageOf} />
            ))}
          </ul>
          {count > Math.min(rows.length, maxRows) && (
            <Text size="xs" c="dimmed">
              {t('confirm.shown_rows', {
                n: formatNumber(Math.min(rows.length, maxRows), i18n.language),
                total: formatNumber(count, i18n.language),
              })}
            </Text>
          )}
        </section>
      )}
    </div>
  );
}

/** The plan of a question. Each question has its own plan, because a plan is valid for its moment. */
export function usePlan(request: ActionRequest, round: number): UseQueryResult<Plan> {
  return useQuery({
    queryKey: ['plan', round, request.call.path, request.pathParams, bodyOf(request)],
    queryFn: ({ signal }) => fetchPlan(request, signal),
    enabled: !request.direct,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

interface PlanViewProps {
  request: ActionRequest;
  plan: UseQueryResult<Plan>;
  /** The retry button of a failed plan. */
  retryRef: Ref<HTMLButtonElement>;
}

/** The changes that the server predicts for the action, without making them. */
export function PlanView({ request, plan, retryRef }: PlanViewProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  if (plan.isPending) {
    return <LoadingLine text={t('confirm.planning')} />;
  }
  if (plan.isError) {
    return (
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" role="alert" className="state-text" data-state="gagal">
          {t('confirm.plan_failed', { message: failureText(plan.error) })}
        </Text>
        <Button ref={retryRef} size="xs" style={{ flexShrink: 0 }} onClick={() => void plan.refetch()}>
          {t('jobs.again')}
        </Button>
      </Group>
    );
  }
  return 'stages' in plan.data ? (
    <StagePlans plan={plan.data} request={request} />
  ) : (
    <SinglePlan request={request} plan={plan.data} />
  );
}

/** The parents' actions first, then the requested action as it will be afterwards. */
function StagePlans({ plan, request }: { plan: CampusPlan; request: ActionRequest }) {
  const title = useJobTitle();
  const last = plan.stages.length - 1;
  return plan.stages.map(
    ({ kind, verb, plan: stage }, at) =>
      stage && (
        <section
          key={`${verb} ${kind}`}
          className="plan-stage"
          aria-label={title({ kind, verb, stages: [] })}
        >
          <Text size="sm" fw={600}>
            {title({ kind, verb, stages: [] })}
          </Text>
          <SinglePlan
            request={
              at === last ? { verb, pageOf: request.pageOf, enrolmentOf: request.enrolmentOf } : { verb }
            }
            plan={stage}
          />
        </section>
      ),
  );
}

interface SinglePlanProps {
  request: Pick<ActionRequest, 'verb' | 'pageOf' | 'enrolmentOf' | 'leaving' | 'nothing'>;
  plan: ServerPlan;
}

function SinglePlan({ request, plan }: SinglePlanProps) {
  const { verb, pageOf, enrolmentOf, leaving, nothing } = request;
  const { t } = useTranslation();
  const groups = planGroups.filter((group) => plan.counts[group] > 0);
  return (
    <div>
      {plan.warning && (
        <Alert color="yellow" py="xs" mb="xs" role="alert">
          {plan.warning}
        </Alert>
      )}
      {plan.notes.length > 0 && (
        <Alert color="yellow" py="xs" mb="xs" role="note">
          {plan.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      {touchedRows(plan) === 0 && !plan.warning && (
        <Text size="sm">{nothing ?? t(leaving?.remove ? 'leaving.rows_alone' : 'confirm.nothing')}</Text>
      )}
      <div className="plan">
        {groups.map((group) => (
          <PlanGroupView
            key={`${group} ${plan.token}`}
            verb={verb}
            pageOf={pageOf}
            enrolmentOf={enrolmentOf}
            group={group}
            plan={plan}
          />
        ))}
      </div>
      <ExpectedTime plans={[plan]} />
    </div>
  );
}
