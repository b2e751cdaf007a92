import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { useJobs } from './Jobs';

export interface Outcome {
  failed: boolean;
  message: string;
  /** The work whose account tells more. */
  job?: Job | undefined;
}

/** What came of an action, in a modal: for those that are answered so rather than by a toast. */
export function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation();
  const { openRows } = useJobs();
  const { failed, message, job } = outcome;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(failed ? 'toast.error' : 'toast.success')}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <Text size="sm">{message}</Text>
      <Group justify="flex-end" mt="md">
        {job && job.failed > 0 && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              onClose();
              openRows(job.id);
            }}
          >
            {t('jobs.see_rows')}
          </Anchor>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('confirm.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
