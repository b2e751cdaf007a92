import { Alert, Anchor, Button, Group, Loader, Text, UnstyledButton } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampusPlan, PlanRow, ServerPlan } from '../api/client';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { useGroupName } from './groupName';
import { useJobTitle } from './jobTitle';
import { LeavingRow } from './LeavingRow';
import { RowChanges } from './RowChanges';
import {
  type ActionRequest,
  askPlan,
  bodyOf,
  type PlanGroup,
  type Planned,
  planGroups,
  touched,
  type Verb,
} from './request';

/** How many rows of a group are drawn. The server sends the first ones alone in any case. */
const drawn = 50;

function RowLine({ row, pageOf }: { row: PlanRow; pageOf: ActionRequest['pageOf'] }) {
  const link = pageOf?.(row.key);
  return (
    <li>
      <Text span size="xs" {...(row.changes || row.reason ? { fw: 600 } : {})}>
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" fw="inherit">
            {row.label || row.key}
          </Anchor>
        ) : (
          row.label || row.key
        )}
      </Text>
      <RowChanges row={row} />
    </li>
  );
}

interface GroupProps {
  verb: Verb;
  pageOf: ActionRequest['pageOf'];
  group: PlanGroup;
  plan: ServerPlan;
}

function PlanGroupView({ verb, pageOf, group, plan }: GroupProps) {
  const { t, i18n } = useTranslation();
  // Who would lose something is seen without asking.
  const [open, setOpen] = useState(group === 'leaving' && plan.leaving === 'unenrol');
  const panel = useId();
  const count = plan.counts[group];
  // What stays as it is has a count alone.
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
            {rows.slice(0, drawn).map((row) => (
              <Line key={row.key} row={row} pageOf={pageOf} />
            ))}
          </ul>
          {count > Math.min(rows.length, drawn) && (
            <Text size="xs" c="dimmed">
              {t('confirm.shown_rows', {
                n: formatNumber(Math.min(rows.length, drawn), i18n.language),
                total: formatNumber(count, i18n.language),
              })}
            </Text>
          )}
        </section>
      )}
    </div>
  );
}

/** The plan of a question; each round of asking has its own, since a plan is about its moment. */
export function usePlan(request: ActionRequest, round: number): UseQueryResult<Planned> {
  return useQuery({
    queryKey: ['plan', round, request.call.path, request.at, bodyOf(request)],
    queryFn: ({ signal }) => askPlan(request, signal),
    enabled: !request.direct,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

interface PlanViewProps {
  request: ActionRequest;
  plan: UseQueryResult<Planned>;
  /** What asks for it again, where it could not be had. */
  again: Ref<HTMLButtonElement>;
}

/** What the action would do, worked out by the server without doing it. */
export function PlanView({ request, plan, again }: PlanViewProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  if (plan.isPending) {
    return (
      <Group gap="xs" role="status">
        <Loader size={14} />
        <Text size="sm" c="dimmed">
          {t('confirm.planning')}
        </Text>
      </Group>
    );
  }
  if (plan.isError) {
    return (
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" role="alert" className="state-text" data-state="gagal">
          {t('confirm.plan_failed', { message: failureText(plan.error) })}
        </Text>
        <Button ref={again} size="xs" style={{ flexShrink: 0 }} onClick={() => void plan.refetch()}>
          {t('jobs.again')}
        </Button>
      </Group>
    );
  }
  return 'stages' in plan.data ? (
    <StagesView plan={plan.data} pageOf={request.pageOf} />
  ) : (
    <OnePlan request={request} plan={plan.data} />
  );
}

/** What has to be done first, then what was asked for as it will be once that is done. */
function StagesView({ plan, pageOf }: { plan: CampusPlan; pageOf: ActionRequest['pageOf'] }) {
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
          <OnePlan request={{ verb, pageOf: at === last ? pageOf : undefined }} plan={stage} />
        </section>
      ),
  );
}

interface OnePlanProps {
  request: Pick<ActionRequest, 'verb' | 'pageOf' | 'leaving'>;
  plan: ServerPlan;
}

function OnePlan({ request: { verb, pageOf, leaving }, plan }: OnePlanProps) {
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
      {touched(plan) === 0 && !plan.warning && (
        <Text size="sm">{t(leaving?.remove ? 'leaving.rows_alone' : 'confirm.nothing')}</Text>
      )}
      <div className="plan">
        {groups.map((group) => (
          <PlanGroupView
            key={`${group} ${plan.token}`}
            verb={verb}
            pageOf={pageOf}
            group={group}
            plan={plan}
          />
        ))}
      </div>
    </div>
  );
}
