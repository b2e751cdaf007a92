import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { onDemand } from '../message/onDemand';
import { formatNumber } from '../texts/format';
import type { ChosenRow } from './comparison';

const ResendDialog = onDemand(() => import('./ResendDialog').then((module) => module.ResendDialog));

interface Props extends Pick<ButtonProps, 'size' | 'miw'> {
  /** The chosen rows of the report. Without any, all rows are sent again. */
  chosen?: readonly ChosenRow[];
  onSent?: () => void;
}

/** Asks before rows that differ are sent again. Another comparison under way would replace the report. */
export function ResendButton({ chosen = [], onSent, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const { jobs } = useJobs();
  const [asking, setAsking] = useState(false);
  const running = jobs.some((job) => job.kind === 'comparison' && !hasEnded(job));
  return (
    <>
      <Button {...rest} variant="default" disabled={running} onClick={() => setAsking(true)}>
        {chosen.length > 0
          ? t('comparison.again_chosen', { n: formatNumber(chosen.length, i18n.language) })
          : t('comparison.again')}
      </Button>
      {asking && (
        <ResendDialog
          {...(chosen.length > 0 ? { rows: chosen } : {})}
          {...(onSent ? { onSent } : {})}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
