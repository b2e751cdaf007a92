import { Alert, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import classes from './Sources.module.css';
import { headingsOf, headingsToSave, type MappedFile, saveHeadings, useListName } from './sources';

interface Props {
  source: MappedFile;
  onClose: () => void;
  onSaved: () => void;
}

/** Maps the headings of a list's file to columns. Later files of the list use the same mapping. */
export function HeadingsDialog({ source, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const nameOf = useListName();
  const failureText = useFailureText();
  const [headings, setHeadings] = useState(() => headingsOf(source));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const missing = source.columns.filter(({ field, needed }) => needed && !headings[field]);

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setFailure(undefined);
    try {
      toastSuccess(await saveHeadings(source.list, headingsToSave(headings), source.proposed));
      onSaved();
    } catch (cause) {
      setFailure(cause);
      setSaving(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sources.map_title', { item: nameOf(source) })}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
    >
      <form onSubmit={save} noValidate>
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('sources.map_about', { file: source.file })}
          </Text>
          {source.columns.map(({ field, needed }) => (
            <NativeSelect
              key={field}
              name={field}
              size="sm"
              classNames={{ root: classes.choice }}
              label={needed ? t('sources.needed', { field }) : field}
              value={headings[field] ?? ''}
              data={[
                { value: '', label: t('sources.no_heading') },
                ...source.headings.map((heading) => ({ value: heading, label: heading })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                setHeadings((before) => ({ ...before, [field]: value }))
              }
            />
          ))}
          {failure !== undefined && (
            <Alert color="red" py={6} role="alert">
              {failureText(failure)}
            </Alert>
          )}
          {missing.length > 0 && (
            <Text size="sm" role="status">
              {t('sources.lacking', { columns: missing.map(({ field }) => field).join(', ') })}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('sources.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={missing.length > 0}>
              {t('sources.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
