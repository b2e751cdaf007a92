import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What saving changes, a sentence each. */
  changes: readonly string[];
  platform: string;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** Says what saving a shape changes, and asks whether to save it. */
export default function SaveQuestion({ changes, platform, saving, onSave, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('shape.question')}>
      <Stack gap="xs">
        {changes.map((change) => (
          <Text size="sm" key={change}>
            {change}
          </Text>
        ))}
        <Text size="sm">{t('shape.note', { platform })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('confirm.no')}
          </Button>
          <Button loading={saving} onClick={onSave}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
