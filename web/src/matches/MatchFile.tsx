import { Button, FileButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError, toastSuccess } from '../message/toasts';
import { DownloadButton } from '../page/DownloadButton';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { fileAddress, type MatchState, takeFile } from './matches';

const xlsx = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props {
  state: MatchState;
  kind: string | undefined;
}

/** The rows in a state as an Excel file, and the file with decisions back. */
export function MatchFile({ state, kind }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);

  async function take(file: File | null) {
    if (!file) return;
    setBusy(true);
    try {
      toastSuccess(await takeFile(file));
      await queries.invalidateQueries({ queryKey: ['list'] });
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
      // The same file may be chosen again after a correction.
      reset.current?.();
    }
  }

  return (
    <Group gap="xs">
      <DownloadButton address={fileAddress(state, kind)} name="pencocokan.xlsx">
        {t('matches.file')}
      </DownloadButton>
      <ForAdministrators>
        <FileButton accept={xlsx} resetRef={reset} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={busy}>
              {t('matches.take_file')}
            </Button>
          )}
        </FileButton>
      </ForAdministrators>
    </Group>
  );
}
