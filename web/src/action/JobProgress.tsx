import { Group, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { formatDuration, formatNumber } from '../texts/format';
import { hasEnded } from './jobCalls';
import { useJobTitle } from './jobTitle';
import { progressOf, stageProgress } from './progress';
import { failedRows } from './report';

/** The progress bar with its figures: done of total, speed, time left, failures. */
export function JobProgress({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const title = useJobTitle();
  const [now, setNow] = useState(Date.now);
  const isOver = hasEnded(job);

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);

  const { percent, perSecond, secondsLeft } = progressOf(job, now);
  const number = (value: number) => formatNumber(value, i18n.language);
  const left = secondsLeft === null ? null : formatDuration(secondsLeft, i18n.language);
  const stages = stageProgress(job);
  const figures = [
    stages.total > 0 && t('align.stages_done', { done: number(stages.done), total: number(stages.total) }),
    job.total
      ? t('jobs.progress', { done: number(job.done), total: number(job.total) })
      : // While a list is read no rows are written yet, so the job's message describes the progress.
        job.message ||
        (stages.total === 0 && t('jobs.progress_open', { done: number(job.done), count: job.done })),
    perSecond !== null && perSecond >= 1 && t('jobs.rate', { n: number(Math.round(perSecond)) }),
    left && t('jobs.left', { time: left }),
  ].filter(Boolean);

  // Other verbs do not create or change rows; their message has the result.
  const counts = ['sync', 'export', 'import'].includes(job.verb) && {
    created: number(job.counts.created ?? 0),
    updated: number(job.counts.updated ?? 0),
    unchanged: number(job.counts.unchanged ?? 0),
  };

  if (job.waits_for) {
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('jobs.waits_for', {
          verb: t(`jobs.nouns.${job.waits_for.verb}`, { defaultValue: job.waits_for.verb }),
          kind: t(`kinds.${job.waits_for.kind}.many`, { defaultValue: job.waits_for.kind }),
        })}
      </Text>
    );
  }

  return (
    <div>
      {!isOver && (
        <Progress.Root size="sm" mb={4}>
          <Progress.Section value={percent ?? 100} animated={percent === null} aria-label={title(job)} />
        </Progress.Root>
      )}
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {isOver
            ? counts && t(job.kind === 'zoom' ? 'jobs.counts_meetings' : 'jobs.counts', counts)
            : figures.join(' · ')}
        </Text>
        {failedRows(job) > 0 && (
          <Text size="xs" className="state-text" data-state="gagal">
            {t('jobs.failed', { n: number(failedRows(job)) })}
          </Text>
        )}
      </Group>
    </div>
  );
}
