import { Alert, Button, FileButton, Group, Text, Title } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceList, UploadedFile } from '../api/client';
import { ForAdministrators } from '../session/ForAdministrators';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import { ProposedLine } from './ProposedLine';
import classes from './Sources.module.css';
import { type TrialState, useListName } from './sources';
import { TrialView } from './TrialView';

/** The file types that a list accepts. */
const fileTypes = '.csv,.txt,.tsv,.xlsx';

interface Props {
  source: SourceList;
  trial: TrialState | undefined;
  /** True while a file of the list is uploaded. */
  uploading: boolean;
  onTry: () => void;
  onClose: () => void;
  onFile: (file: File) => void;
  onDelete: (file: UploadedFile) => void;
  onMap: () => void;
  /** Maps, compares or drops the new file. */
  onMapProposed: () => void;
  onAccept: (file: UploadedFile) => void;
  onDropProposed: (file: UploadedFile) => void;
}

/** The state of the list, if it needs attention. */
function State({ source: { way, missing } }: Pick<Props, 'source'>) {
  const { t } = useTranslation();
  if (way === 'unset') {
    return (
      <Text component="span" size="sm" className="state-text" data-state="gagal">
        {t('sources.unset_state')}
      </Text>
    );
  }
  if (missing.length === 0) return null;
  return (
    <Text component="span" size="sm" className="state-text" data-state="berubah">
      {t('sources.missing', { columns: missing.join(', ') })}
    </Text>
  );
}

/** One list: its origin, its file, and the result of its test. It accepts a dropped file. */
export function SourceSection(props: Props) {
  const { source, trial, uploading, onTry, onClose, onFile, onDelete, onMap } = props;
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const [dragOver, setDragOver] = useState(false);
  const clearInput = useRef<() => void>(null);
  const { list, way, detail, upload, headings, proposed } = source;
  const label = useListName()(source);
  const acceptsFiles = useMayChange() && way !== 'query';

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file && acceptsFiles && !uploading) onFile(file);
  }

  return (
    <section
      className={classes.section}
      aria-label={label}
      aria-busy={uploading || trial?.state === 'trying'}
      data-over={(dragOver && acceptsFiles) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.told}>
          <Group gap="sm">
            <Title order={2} size="h5">
              {label}
            </Title>
            <State source={source} />
          </Group>
          <Text size="sm" c="dimmed">
            {t(`sources.way.${way}`)} {detail && <span className={classes.detail}>{detail}</span>}
          </Text>
          {upload && (
            <Text size="xs" c="dimmed">
              {t('sources.uploaded_by', {
                actor: upload.actor,
                at: formatMoment(upload.at),
                n: formatNumber(Math.ceil(upload.bytes / 1000), i18n.language),
              })}
            </Text>
          )}
        </div>
        <ForAdministrators>
          <Group gap={6}>
            {upload && (
              <Button size="compact-sm" variant="outline" color="red" onClick={() => onDelete(upload)}>
                {t('sources.delete')}
              </Button>
            )}
            {headings.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={onMap}
                aria-label={t('sources.map_title', { item: label })}
              >
                {t('sources.map')}
              </Button>
            )}
            {acceptsFiles && (
              <FileButton
                accept={fileTypes}
                resetRef={clearInput}
                onChange={(file) => {
                  // Otherwise a corrected file of the same name could not be chosen again.
                  clearInput.current?.();
                  if (file) onFile(file);
                }}
              >
                {(props) => (
                  <Button
                    {...props}
                    size="compact-sm"
                    variant="default"
                    loading={uploading}
                    aria-label={t('sources.upload_one', { item: label })}
                  >
                    {t('sources.upload')}
                  </Button>
                )}
              </FileButton>
            )}
            <Button
              size="compact-sm"
              variant="default"
              loading={trial?.state === 'trying'}
              disabled={way === 'unset'}
              onClick={onTry}
              aria-label={t('sources.try_one', { item: label })}
            >
              {t('sources.try')}
            </Button>
          </Group>
        </ForAdministrators>
      </Group>
      {way === 'unset' && (
        <Text size="sm" mt="xs">
          {t('sources.unset', { list })}
        </Text>
      )}
      {proposed && (
        <ProposedLine
          file={proposed.file}
          notes={
            proposed.missing.length > 0
              ? [t('sources.missing', { columns: proposed.missing.join(', ') })]
              : []
          }
          label={t('sources.compare')}
          disabled={proposed.missing.length > 0}
          onAccept={() => props.onAccept(proposed.file)}
          onDrop={() => props.onDropProposed(proposed.file)}
        >
          {proposed.headings.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={props.onMapProposed}>
              {t('sources.map')}
            </Button>
          )}
        </ProposedLine>
      )}
      {trial?.state === 'failed' && (
        <Alert color="red" mt="xs" py={6} role="alert">
          {failureText(trial.cause)}
        </Alert>
      )}
      {trial?.state === 'tried' && <TrialView result={trial.result} onClose={onClose} />}
    </section>
  );
}
