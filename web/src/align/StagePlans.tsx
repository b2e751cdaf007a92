import { Alert, Checkbox, Text, UnstyledButton } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../action/groupName';
import classes from './Align.module.css';
import { isStageLeftOut, type LeftOut, withStage } from './leftOut';
import { Parts } from './Parts';
import { PlannedRows } from './PlannedRows';
import { byPart, type Sort, type StagePlan, sortsOf } from './stages';

interface Props {
  /** The job that made the plan. */
  job: number;
  stages: readonly StagePlan[];
  leaveOut: readonly LeftOut[];
  onLeaveOut: (leaveOut: LeftOut[]) => void;
}

/** The planned changes of each stage with their rows. Unticked stages and rows are left out. */
export function StagePlans({ job, stages, leaveOut, onLeaveOut }: Props) {
  return (
    <Parts
      parts={byPart(stages)}
      line={(stage) => (
        <StagePlanLine
          key={`${stage.verb} ${stage.kind}`}
          job={job}
          stage={stage}
          leaveOut={leaveOut}
          onLeaveOut={onLeaveOut}
        />
      )}
    />
  );
}

interface LineProps extends Omit<Props, 'stages'> {
  stage: StagePlan;
}

function StagePlanLine({ job, stage, leaveOut, onLeaveOut }: LineProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Sort | null>(null);
  const panel = useId();
  const { plan } = stage;
  const name = t(`kinds.${stage.kind}.data`);
  const left = isStageLeftOut(leaveOut, stage);
  const sorts = sortsOf(stage);
  const quiet = sorts.length === 0 && !plan?.warning;
  return (
    <li className={classes.planned} data-quiet={quiet || undefined}>
      <Checkbox
        size="xs"
        label={name}
        checked={!left}
        aria-label={t('align.take', { kind: name })}
        onChange={(event) => onLeaveOut(withStage(leaveOut, stage, !event.currentTarget.checked))}
      />
      <div className={classes.sorts}>
        {left && (
          <Text span size="xs" c="dimmed">
            {t('align.state.left_out')}
          </Text>
        )}
        {!left && quiet && (
          <Text span size="xs" c="dimmed">
            {t('align.none')}
          </Text>
        )}
        {!left &&
          plan &&
          sorts.map((sort) => (
            <SortButton
              key={sort}
              stage={stage}
              plan={plan}
              sort={sort}
              open={shown === sort}
              panel={panel}
              onClick={() => setShown(shown === sort ? null : sort)}
            />
          ))}
      </div>
      {!left && plan?.warning && (
        <Alert color="yellow" py={4} className={classes.rows} role="note">
          {plan.warning}
        </Alert>
      )}
      {!left &&
        plan?.notes.map((note) => (
          <Alert key={note} color="yellow" py={4} className={classes.rows} role="note">
            {note}
          </Alert>
        ))}
      {!left && shown && plan && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        <section id={panel} className={`plan-rows ${classes.rows}`} tabIndex={0} aria-label={name}>
          <PlannedRows
            key={shown}
            job={job}
            stage={stage}
            sort={shown}
            leaveOut={leaveOut}
            onLeaveOut={onLeaveOut}
          />
        </section>
      )}
    </li>
  );
}

interface SortProps {
  stage: StagePlan;
  plan: NonNullable<StagePlan['plan']>;
  sort: Sort;
  open: boolean;
  panel: string;
  onClick: () => void;
}

function SortButton({ stage, plan, sort, open, panel, onClick }: SortProps) {
  const name = useGroupName(stage.verb, sort, plan);
  return (
    <UnstyledButton
      className="plan-count"
      data-group={sort}
      data-leaving={plan.leaving}
      aria-expanded={open}
      aria-controls={panel}
      onClick={onClick}
    >
      <IconChevronRight size={14} className="plan-chevron" data-open={open || undefined} />
      {name}
    </UnstyledButton>
  );
}
