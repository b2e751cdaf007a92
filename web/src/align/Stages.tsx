import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { needsRetry, type Outcome, outcomesOf, reportLink } from '../action/report';
import type { Job } from '../api/client';
import { formatNumber } from '../texts/format';
import classes from './Align.module.css';
import { Parts } from './Parts';
import { byPart } from './stages';

type Stage = Job['stages'][number];

/** The colour of each state of a stage, as everywhere else. */
const colours: Partial<Record<Stage['state'], string>> = {
  done: 'sudah',
  failed: 'gagal',
  skipped: 'berubah',
};

/** Outcomes that a plan foresees as they are; the others are what would be done. */
const problems: readonly Outcome[] = ['failed', 'untried', 'conflict', 'still_open', 'missing'];

/** The stages of a job over the whole campus, with their state and row counts. */
export function Stages({ job, planned = false }: { job: Pick<Job, 'stages'>; planned?: boolean }) {
  const knownParts = byPart(job.stages);
  // An undo has stages of a single part, so it needs no headings.
  const parts = knownParts.length > 0 ? knownParts : [{ verb: 'undo' as const, stages: job.stages }];
  return (
    <Parts
      parts={parts}
      line={(stage) => <StageLine key={`${stage.verb} ${stage.kind}`} stage={stage} planned={planned} />}
    />
  );
}

function StageLine({ stage, planned }: { stage: Stage; planned: boolean }) {
  const { t, i18n } = useTranslation();
  const { state, kind, counts, job, total } = stage;
  const name = t(`kinds.${kind}.data`);
  const isPlan = planned && state === 'done';
  // The same words whether other rows came through or not; a stage that broke off has failed.
  const hasFailures = !planned && state === 'done' && needsRetry({ counts });
  const ownState = isPlan ? 'planned' : state;
  const nameOf = (outcome: Outcome) => {
    const word = t(`jobs.outcomes.${outcome}`);
    return isPlan && !problems.includes(outcome) ? t('align.state.will', { outcome: word }) : word;
  };
  const outcomes = outcomesOf({ counts }).map(
    ({ outcome, count }) => `${formatNumber(count, i18n.language)} ${nameOf(outcome)}`,
  );
  const done = Object.values(counts).reduce((sum, rows) => sum + (rows ?? 0), 0);
  const number = (rows: number) => formatNumber(rows, i18n.language);
  const detail = () => {
    if (stage.carried) return t('align.carried');
    if (state === 'running' && total) return t('jobs.progress', { done: number(done), total: number(total) });
    return state === 'failed' && stage.message ? stage.message : outcomes.join(' · ');
  };
  return (
    <li className={classes.stage} data-state={state}>
      <span>
        {job ? (
          <Anchor component={Link} {...reportLink({ id: job, counts })} fz="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </span>
      <span className="state-text" data-state={hasFailures ? 'berubah' : colours[state]}>
        {/* The numbers of a plan say already that it is one. */}
        {!(isPlan && outcomes.length > 0) && t(`align.state.${hasFailures ? 'with_failures' : ownState}`)}
      </span>
      <Text span size="xs" c="dimmed">
        {detail()}
      </Text>
    </li>
  );
}
