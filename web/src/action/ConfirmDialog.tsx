import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { JobProgress } from './JobProgress';
import { PlanView } from './PlanView';
import type { ActionRequest } from './request';

interface Props {
  request: ActionRequest;
  /** The work that Ya began, while it runs. */
  job: Job | undefined;
  open: boolean;
  sending: boolean;
  onNo: () => void;
  onYes: () => void;
}

/** The question, the plan under it, Tidak and Ya; after Ya, how far the work is. */
export function ConfirmDialog({ request, job, open, sending, onNo, onYes }: Props) {
  const { t } = useTranslation();
  const destructive = request.verb === 'delete';
  return (
    <Modal
      opened={open}
      onClose={onNo}
      title={request.question}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
      size="md"
    >
      <Stack gap="sm">
        {request.notes.map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        {job ? (
          <>
            <div>
              <JobProgress job={job} />
              <Text size="xs" c="dimmed" mt={4}>
                {t('confirm.background_hint')}
              </Text>
            </div>
            <Group justify="flex-end">
              <Button variant="default" onClick={onNo}>
                {t('confirm.background')}
              </Button>
            </Group>
          </>
        ) : (
          <>
            {!request.direct && <PlanView request={request} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onNo} {...(destructive ? { 'data-autofocus': true } : {})}>
                {t('confirm.no')}
              </Button>
              <Button
                {...(destructive ? { color: 'red' } : { 'data-autofocus': true })}
                loading={sending}
                onClick={onYes}
              >
                {t('confirm.yes')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
