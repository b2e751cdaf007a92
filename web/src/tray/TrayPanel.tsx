import { Anchor, Badge, Group, Popover, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JobProgress } from '../action/JobProgress';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { useJobTitle } from '../action/jobTitle';
import { LostConnection } from '../action/LostConnection';
import { canUndo, planLink, reportLink, retryLabel, retryOf, undoState } from '../action/report';
import { useJobState } from '../action/useJobState';
import { useOneAtATime } from '../action/useOneAtATime';
import type { Job } from '../api/client';
import { useMayChange } from '../session/session';
import { formatMoment } from '../texts/format';
import { TrayButton } from './TrayButton';

const colors = {
  queued: 'gray',
  running: 'indigo',
  done: 'green',
  partial: 'yellow',
  cancelling: 'gray',
  failed: 'red',
  cancelled: 'gray',
} as const;

function TrayLine({ job, close }: { job: Job; close: () => void }) {
  const { t } = useTranslation();
  const title = useJobTitle();
  const { jobs, retry, undo } = useJobs();
  const { state, text, stop } = useJobState(job);
  const undone = undoState(job, jobs);
  const isOver = hasEnded(job);
  const mayChange = useMayChange();
  const again = mayChange ? retryOf(job) : null;
  const plan = mayChange ? planLink(job) : null;
  const [busy, once] = useOneAtATime(String(job.id));
  const tryAgain = () => once('retry', async () => void (await retry(job)));

  return (
    <Stack gap={4} component="li" className="tray-line">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} truncate>
          {title(job)}
        </Text>
        <Badge
          size="sm"
          variant="light"
          color={colors[state]}
          // Mantine's own yellow is too pale to read.
          {...(state === 'partial' ? { c: 'var(--state-berubah)' } : {})}
          tt="none"
          style={{ flexShrink: 0 }}
        >
          {text}
        </Badge>
      </Group>
      {isOver && job.message && <Text size="xs">{job.message}</Text>}
      <JobProgress job={job} />
      <LostConnection job={job} />
      <Group gap="sm">
        {isOver && (
          <Text size="xs" c="dimmed">
            {formatMoment(job.finished_at ?? job.created_at)}
          </Text>
        )}
        {!isOver && mayChange && (
          <Anchor component="button" type="button" size="xs" {...stop.props} onClick={stop.onClick}>
            {stop.label}
          </Anchor>
        )}
        {again && (
          <Anchor component="button" type="button" size="xs" aria-disabled={busy} onClick={tryAgain}>
            {t(`jobs.${retryLabel(job, again)}`)}
          </Anchor>
        )}
        {isOver && mayChange && canUndo(job) && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => {
              // Close the tray first, because the question would appear below it.
              close();
              undo(job);
            }}
          >
            {t('jobs.undo')}
          </Anchor>
        )}
        {undone && (
          <Text size="xs" c="dimmed">
            {t(`jobs.${undone}`)}
          </Text>
        )}
        <Anchor component={Link} {...(plan ?? reportLink(job))} size="xs" onClick={close}>
          {t(plan ? 'jobs.see_plan' : 'jobs.see_rows')}
        </Anchor>
      </Group>
    </Stack>
  );
}

/** The open tray: each job with its progress or its outcome. */
export function TrayPanel({ initiallyOpen = false }: { initiallyOpen?: boolean }) {
  const { t } = useTranslation();
  const { jobs } = useJobs();
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TrayButton onClick={() => setOpen((before) => !before)} />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 10px)" aria-label={t('jobs.tray')}>
        <Text fw={600} size="sm" px="sm" pt="sm" pb={4}>
          {t('jobs.tray')}
        </Text>
        {jobs.length === 0 ? (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {t('jobs.none')}
          </Text>
        ) : (
          <ul className="tray-list">
            {jobs.map((job) => (
              <TrayLine key={job.id} job={job} close={() => setOpen(false)} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
