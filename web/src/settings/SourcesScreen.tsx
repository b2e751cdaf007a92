import { Button, FileButton, Text } from '@mantine/core';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { UploadedFile } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { onDemand } from '../message/onDemand';
import { toastError, toastSuccess } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { ProposedLine } from './ProposedLine';
import { RosterLine } from './RosterLine';
import { SourceSection } from './SourceSection';
import classes from './Sources.module.css';
import {
  acceptRequest,
  deleteRequest,
  dropRequest,
  fileToMap,
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
  const [mapped, setMapped] = useState<{ list: string; proposed: boolean }>();
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

  /** Uploads a file. It replaces none before it is compared. */
  function receiveFile(list: string, file: File): void {
    const maxBytes = data?.largest_upload ?? 0;
    if (file.size > maxBytes) {
      const megabytes = formatNumber(Math.floor(maxBytes / 1_000_000), i18n.language);
      toastError(t('sources.too_large', { n: megabytes }));
      return;
    }
    void upload(list, file);
  }

  async function upload(list: string, file: File): Promise<void> {
    if (!(await change(list, () => uploadFile(list, file))) || list === roster) return;
    const { lists } = await refetchSources();
    const missing = lists.find((other) => other.list === list)?.proposed?.missing ?? [];
    if (missing.length > 0) setMapped({ list, proposed: true });
    else void tryList(list, true);
  }

  /** Compares a list with a new file, and asks whether to use the file. */
  function askToAccept(list: string, file: UploadedFile): void {
    const supplies = data?.lists.find((other) => other.list === list);
    const item = supplies ? listName(supplies) : 'OneRoster';
    const texts = {
      question: t('sources.accept_question', { file: file.file, item }),
      notes: [t(supplies ? 'sources.accept_note' : 'sources.accept_roster_note')],
      nothing: t('sources.accept_nothing'),
    };
    ask(acceptRequest(list, file, texts), () => {
      forget(list);
      void refetchSources().catch(() => undefined);
    });
  }

  function askToDrop(list: string, { file }: UploadedFile): void {
    ask(dropRequest(list, t('sources.drop_question', { file })), () => {
      forget(list);
      void refetchSources().catch(() => undefined);
    });
  }

  function askToDelete(list: string, question: string): void {
    ask(deleteRequest(list, question), () => {
      forget(list);
      void refetchSources().catch(() => undefined);
    });
  }

  const lists = data?.lists.filter(({ list }) => settings.mbkm || list !== 'mbkm_students');
  const mappedFile = mapped && fileToMap(data?.lists, mapped);
  const proposedRoster = data?.proposed_roster;
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
      {proposedRoster && (
        <section className={classes.roster} aria-label={t('sources.new_roster')}>
          <ProposedLine
            file={proposedRoster.file}
            notes={[t('sources.roster_supplies')]}
            label={t('sources.accept')}
            onAccept={() => askToAccept(roster, proposedRoster.file)}
            onDrop={() => askToDrop(roster, proposedRoster.file)}
          >
            {data.lists
              .filter(({ list }) => proposedRoster.lists.includes(list))
              .map((source) => (
                <Button
                  key={source.list}
                  size="compact-sm"
                  variant="default"
                  onClick={() => askToAccept(source.list, proposedRoster.file)}
                >
                  {t('sources.compare_one', { item: listName(source) })}
                </Button>
              ))}
          </ProposedLine>
        </section>
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
                  onMap={() => setMapped({ list: source.list, proposed: false })}
                  onMapProposed={() => setMapped({ list: source.list, proposed: true })}
                  onAccept={(file) => askToAccept(source.list, file)}
                  onDropProposed={(file) => askToDrop(source.list, file)}
                />
              ))
            : Array.from({ length: 9 }, (_, at) => <Skeleton key={String(at)} height={64} />)}
        </div>
      )}
      {mappedFile && (
        <HeadingsDialog
          source={mappedFile}
          onClose={() => setMapped(undefined)}
          onSaved={async () => {
            setMapped(undefined);
            await refetchSources();
            await tryList(mappedFile.list, mappedFile.proposed);
          }}
        />
      )}
    </>
  );
}
