import { Button, FileButton, Text } from '@mantine/core';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { defaultSettings, settingsQuery } from '../api/settings';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import type { Prompt } from '../message/dialogProps';
import { onDemand } from '../message/onDemand';
import { Question } from '../message/Question';
import { toastError, toastSuccess } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { RosterLine } from './RosterLine';
import { SourceSection } from './SourceSection';
import classes from './Sources.module.css';
import {
  deleteRequest,
  roster,
  sourcesQuery,
  uploadFile,
  useListName,
  useRefetchSources,
  useTrials,
} from './sources';

const HeadingsDialog = onDemand(() => import('./HeadingsDialog').then((module) => module.HeadingsDialog));

/** The origin of each list of the source, with upload and test. */
export function SourcesScreen() {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const { data, error, isError, refetch } = useQuery(sourcesQuery);
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { trials, tryList, forget } = useTrials();
  const refetchSources = useRefetchSources();
  const ask = useConfirm();
  const listName = useListName();
  const [uploading, setUploading] = useState<string>();
  const [mappedList, setMappedList] = useState<string>();
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const clearInput = useRef<() => void>(null);

  /** Changes a list and shows the outcome. Resolves to true on success. */
  async function change(list: string, run: () => Promise<string>): Promise<boolean> {
    setUploading(list);
    try {
      toastSuccess(await run());
      forget(list);
      return true;
    } catch (cause) {
      toastError(failureText(cause));
      return false;
    } finally {
      setUploading(undefined);
      await refetchSources().catch(() => undefined);
    }
  }

  /** Uploads a file. Replacing a file cannot be undone, so a question comes first. */
  function receiveFile(list: string, file: File): void {
    const maxBytes = data?.largest_upload ?? 0;
    if (file.size > maxBytes) {
      const megabytes = formatNumber(Math.floor(maxBytes / 1_000_000), i18n.language);
      toastError(t('sources.too_large', { n: megabytes }));
      return;
    }
    const old = list === roster ? data?.roster : data?.lists.find((other) => other.list === list)?.upload;
    const onYes = () => void upload(list, file);
    if (!old) onYes();
    else setPrompt({ question: t('sources.replace_question', { old: old.file, new: file.name }), onYes });
  }

  async function upload(list: string, file: File): Promise<void> {
    if (!(await change(list, () => uploadFile(list, file))) || list === roster) return;
    const { lists } = await refetchSources();
    const missing = lists.find((other) => other.list === list)?.missing ?? [];
    if (missing.length > 0) setMappedList(list);
    else void tryList(list);
  }

  function askToDelete(list: string, question: string): void {
    ask(deleteRequest(list, question), () => {
      forget(list);
      void refetchSources().catch(() => undefined);
    });
  }

  const lists = data?.lists.filter(({ list }) => settings.mbkm || list !== 'mbkm_students');
  const mappedSource = data?.lists.find(({ list }) => list === mappedList);
  return (
    <>
      <PageHeader title={t('titles.sources')} help={['upload', 'map', 'try', 'roster']}>
        <ForAdministrators>
          <FileButton
            accept=".zip"
            resetRef={clearInput}
            onChange={(file) => {
              // Otherwise a corrected file of the same name could not be chosen again.
              clearInput.current?.();
              if (file) receiveFile(roster, file);
            }}
          >
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconUpload size={15} aria-hidden />}
                disabled={!data}
                loading={uploading === roster}
              >
                {t('sources.upload_roster')}
              </Button>
            )}
          </FileButton>
        </ForAdministrators>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="sm" maw={760}>
        {t('sources.about')}
      </Text>
      {isError && data && <StaleAlert error={error} onRetry={() => refetch()} />}
      {data?.roster && (
        <RosterLine
          file={data.roster}
          onDelete={({ file }) => askToDelete(roster, t('sources.delete_roster_question', { file }))}
        />
      )}
      {isError && !data ? (
        <LoadFailed error={error} onRetry={() => refetch()} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          {lists
            ? lists.map((source) => (
                <SourceSection
                  key={source.list}
                  source={source}
                  trial={trials[source.list]}
                  uploading={uploading === source.list}
                  onTry={() => tryList(source.list)}
                  onClose={() => forget(source.list)}
                  onFile={(file) => receiveFile(source.list, file)}
                  onDelete={({ file }) =>
                    askToDelete(source.list, t('sources.delete_question', { file, item: listName(source) }))
                  }
                  onMap={() => setMappedList(source.list)}
                />
              ))
            : Array.from({ length: 9 }, (_, at) => <Skeleton key={String(at)} height={64} />)}
        </div>
      )}
      <Question prompt={prompt} onClose={() => setPrompt(null)} />
      {mappedSource && (
        <HeadingsDialog
          source={mappedSource}
          onClose={() => setMappedList(undefined)}
          onSaved={async () => {
            setMappedList(undefined);
            await refetchSources();
            await tryList(mappedSource.list);
          }}
        />
      )}
    </>
  );
}
