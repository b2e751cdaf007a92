import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { MessageDialog } from '../message/MessageDialog';
import { useJobs } from './Jobs';
import { canUndo, failedRows, isPartial, partialTitle, reportLink } from './report';

export interface Outcome {
  failed: boolean;
  message: string;
  /** The job with the full report. */
  job?: Job | undefined;
}

/** The outcome of an action in a modal, for actions that want no toast. */
export function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation();
  const { undo } = useJobs();
  const { failed, message, job } = outcome;
  const title = job && isPartial(job) ? partialTitle(job, t) : t(failed ? 'toast.error' : 'toast.success');
  return (
    <MessageDialog title={title} text={message} onClose={onClose}>
      {job && (
        <Group gap="md" mr="auto">
          {failedRows(job) > 0 && (
            <Anchor component={Link} {...reportLink(job)} size="sm" onClick={onClose}>
              {t('jobs.see_rows')}
            </Anchor>
          )}
          {canUndo(job) && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                onClose();
                undo(job);
              }}
            >
              {t('jobs.undo')}
            </Anchor>
          )}
        </Group>
      )}
    </MessageDialog>
  );
}
