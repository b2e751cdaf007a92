import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import type { MatchesScan } from '../api/client';
import { toastError, toastSuccess } from '../message/toasts';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { formatMoment } from '../texts/format';
import { scanQuery, setHold, startScan } from './matches';

interface Props {
  scan: MatchesScan;
  platform: string;
}

/** When the platform was last scanned, the button that scans it, and whether undecided rows wait. */
export function ScanBar({ scan, platform }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { jobs, follow } = useJobs();
  const [busy, setBusy] = useState(false);
  const running = jobs.some((job) => job.kind === 'matches' && !hasEnded(job));

  async function once(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  const start = async () => {
    const { job } = await startScan();
    if (job) follow(job);
  };
  const hold = async (holds: boolean) => {
    toastSuccess(await setHold(holds));
    await queries.invalidateQueries({ queryKey: scanQuery.queryKey });
  };
  const { job, holds } = scan;

  return (
    <Group gap="sm" mb="sm">
      <ForAdministrators>
        <Button size="xs" loading={busy} disabled={running} onClick={() => void once(start)}>
          {t('matches.scan', { platform })}
        </Button>
      </ForAdministrators>
      <Text size="sm" c="dimmed">
        {job
          ? t('matches.scanned', { time: formatMoment(job.finished_at) })
          : t('matches.never_scanned', { platform })}
      </Text>
      <ForAdministrators>
        <Checkbox
          size="xs"
          label={t('matches.holds')}
          checked={holds}
          disabled={busy}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            void once(() => hold(checked));
          }}
        />
      </ForAdministrators>
    </Group>
  );
}
