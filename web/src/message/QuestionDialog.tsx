import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptProps } from './dialogProps';

export function QuestionDialog({ question, notes = [], onYes, onClose }: PromptProps) {
  const { t } = useTranslation();
  // The modal is open from its first render, so Mantine does not know which element had the focus.
  const [focusedBefore] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      const isThere = focusedBefore instanceof HTMLElement && focusedBefore !== document.body;
      (isThere ? focusedBefore : document.getElementById('isi'))?.focus();
    };
  }, [focusedBefore]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={question}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      returnFocus={false}
      centered
    >
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      <Group justify="flex-end" mt="md">
        {/* Tidak has the focus: an Enter pressed by habit must not take anything from other people. */}
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('confirm.no')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {t('confirm.yes')}
        </Button>
      </Group>
    </Modal>
  );
}
