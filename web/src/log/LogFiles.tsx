import { Button, Group } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../api/download';
import { toastError } from '../message/toasts';
import { useFailureText } from '../texts/failure';

const formats = ['csv', 'jsonl'] as const;
type Format = (typeof formats)[number];

/** The whole log as a file, each entry with its seal. */
export function LogFiles() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [busy, setBusy] = useState<Format>();

  async function save(format: Format) {
    setBusy(format);
    try {
      await download(`/api/v1/api/react/log.${format}`);
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Group gap="xs">
      {formats.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={busy === format}
          onClick={() => save(format)}
        >
          {t(`log.save_${format}`)}
        </Button>
      ))}
    </Group>
  );
}
