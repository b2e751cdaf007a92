import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageProps } from './dialogProps';

export function MessageDialog({ title, text, onClose, children }: MessageProps & { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      <Group justify="flex-end" mt="md">
        {children}
        <Button onClick={onClose} data-autofocus>
          {t('confirm.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
