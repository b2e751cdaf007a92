import { Alert, Checkbox, Text, UnstyledButton } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../action/groupName';
import classes from './Align.module.css';
import { type Exclusion, isStageExcluded, withStage } from './exclusions';
import { Parts } from './Parts';
import { PlannedRows } from './PlannedRows';
import { byPart, type StagePlan, type TouchedGroup, touchedGroupsOf } from './stages';

interface Props {
  /** The job that made the plan. */
  job: number;
  stages: readonly StagePlan[];
  exclusions: readonly Exclusion[];
  onExclusions: (exclusions: Exclusion[]) => void;
}

/** The planned changes of each stage with their rows. Stages and rows without a tick are excluded. */
export function StagePlans({ job, stages, exclusions, onExclusions }: Props) {
  return (
    <Parts
      parts={byPart(stages)}
      line={(stage) => (
        <StagePlanLine
          key={`${stage.verb} ${stage.kind}`}
          job={job}
          stage={stage}
          exclusions={exclusions}
          onExclusions={onExclusions}
        />
      )}
    />
  );
}

interface LineProps extends Omit<Props, 'stages'> {
  stage: StagePlan;
}

function StagePlanLine({ job, stage, exclusions, onExclusions }: LineProps) {
  const { t } = useTranslation();
  const [openGroup, setOpenGroup] = useState<TouchedGroup | null>(null);
  const panel = useId();
  const { plan } = stage;
  const name = t(`kinds.${stage.kind}.data`);
  const excluded = isStageExcluded(exclusions, stage);
  const groups = touchedGroupsOf(stage);
  const isEmpty = groups.length === 0 && !plan?.warning && !plan?.besides;
  return (
    <li className={classes.planned} data-quiet={isEmpty || undefined}>
      <Checkbox
        size="xs"
        label={name}
        checked={!excluded}
        aria-label={t('align.take', { kind: name })}
        onChange={(event) => onExclusions(withStage(exclusions, stage, !event.currentTarget.checked))}
      />
      <div className={classes.sorts}>
        {excluded && (
          <Text span size="xs" c="dimmed">
            {t('align.state.left_out')}
          </Text>
        )}
        {!excluded && isEmpty && (
          <Text span size="xs" c="dimmed">
            {t('align.none')}
          </Text>
        )}
        {!excluded &&
          plan &&
          groups.map((sort) => (
            <GroupButton
              key={sort}
              stage={stage}
              plan={plan}
              group={sort}
              open={openGroup === sort}
              panel={panel}
              onClick={() => setOpenGroup(openGroup === sort ? null : sort)}
            />
          ))}
      </div>
      {!excluded && plan?.warning && (
        <Alert color="yellow" py={4} className={classes.rows} role="note">
          {plan.warning}
        </Alert>
      )}
      {!excluded &&
        plan?.notes.map((note) => (
          <Alert key={note} color="yellow" py={4} className={classes.rows} role="note">
            {note}
          </Alert>
        ))}
      {!excluded && openGroup && plan && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        <section id={panel} className={`plan-rows ${classes.rows}`} tabIndex={0} aria-label={name}>
          <PlannedRows
            key={openGroup}
            job={job}
            stage={stage}
            group={openGroup}
            exclusions={exclusions}
            onExclusions={onExclusions}
          />
        </section>
      )}
    </li>
  );
}

interface GroupButtonProps {
  stage: StagePlan;
  plan: NonNullable<StagePlan['plan']>;
  group: TouchedGroup;
  open: boolean;
  panel: string;
  onClick: () => void;
}

function GroupButton({ stage, plan, group, open, panel, onClick }: GroupButtonProps) {
  const name = useGroupName(stage.verb, group, plan);
  return (
    <UnstyledButton
      className="plan-count"
      data-group={group}
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
