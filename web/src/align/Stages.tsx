import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { outcomesOf, reportLink } from '../action/report';
import type { Job } from '../api/client';
import { formatNumber } from '../texts/format';
import classes from './Align.module.css';
import { Parts } from './Parts';
import { byPart } from './stages';

type Stage = Job['stages'][number];

/** What a stage shows as its state: rows that failed are told with the same words whether others came through or not. */
type Shown = Stage['state'] | 'planned' | 'with_failures';

function shownState({ state, counts }: Stage, planned: boolean): Shown {
  if (planned && state === 'done') return 'planned';
  const hasFailures = (['failed', 'conflict', 'still_open'] as const).some((of) => (counts[of] ?? 0) > 0);
  return hasFailures && (state === 'done' || state === 'failed') ? 'with_failures' : state;
}

/** The colour of each state of a stage, as everywhere else. */
const colours: Partial<Record<Shown, string>> = {
  done: 'sudah',
  planned: 'sudah',
  failed: 'gagal',
  with_failures: 'berubah',
  skipped: 'berubah',
};

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
  const shown = shownState(stage, planned);
  const name = t(`kinds.${kind}.data`);
  const outcomes = outcomesOf({ counts }).map(
    ({ outcome, count }) => `${formatNumber(count, i18n.language)} ${t(`jobs.outcomes.${outcome}`)}`,
  );
  const done = Object.values(counts).reduce((sum, rows) => sum + (rows ?? 0), 0);
  const number = (rows: number) => formatNumber(rows, i18n.language);
  const detail = () => {
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
      <span className="state-text" data-state={colours[shown]}>
        {t(`align.state.${shown}`)}
      </span>
      <Text span size="xs" c="dimmed">
        {detail()}
      </Text>
    </li>
  );
}
