import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MessageProps } from './Message';

export function MessageDialog({ title, text, onClose }: MessageProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {t('confirm.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
