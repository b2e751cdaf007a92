import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  number: string;
  onClose: () => void;
  onNumber: (to: string) => void;
}

/** Asks for a person's new number. The plan and the question come after it. */
export function RenumberDialog({ name, number, onClose, onNumber }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const to = typed.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!to || to === number) return;
    onClose();
    onNumber(to);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('renumber.title_one', { item: name })}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('renumber.new_number')}
          description={t('renumber.present', { number })}
          autoComplete="off"
          value={typed}
          error={to === number ? t('renumber.unchanged') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('confirm.close')}
          </Button>
          <Button type="submit" disabled={!to || to === number}>
            {t('renumber.see_plan')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
