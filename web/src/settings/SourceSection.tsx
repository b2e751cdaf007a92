import { Alert, Button, FileButton, Group, Text, Title } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceList, UploadedFile } from '../api/client';
import { ForAdministrators } from '../session/ForAdministrators';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import classes from './Sources.module.css';
import { type Trying, useListName } from './sources';
import { TrialView } from './TrialView';

/** The file types that a list accepts. */
const endings = '.csv,.txt,.tsv,.xlsx';

interface Props {
  source: SourceList;
  trying: Trying | undefined;
  /** True while a file of the list is uploaded. */
  sending: boolean;
  onTry: () => void;
  onClose: () => void;
  onFile: (file: File) => void;
  onDelete: (file: UploadedFile) => void;
  onMap: () => void;
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
export function SourceSection({ source, trying, sending, onTry, onClose, onFile, onDelete, onMap }: Props) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const [over, setOver] = useState(false);
  const clearInput = useRef<() => void>(null);
  const { list, way, detail, upload, headings } = source;
  const label = useListName()(source);
  const takesFiles = useMayChange() && way !== 'query';

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && takesFiles && !sending) onFile(file);
  }

  return (
    <section
      className={classes.section}
      aria-label={label}
      aria-busy={sending || trying?.state === 'trying'}
      data-over={(over && takesFiles) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
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
            {takesFiles && (
              <FileButton
                accept={endings}
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
                    loading={sending}
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
              loading={trying?.state === 'trying'}
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
      {trying?.state === 'failed' && (
        <Alert color="red" mt="xs" py={6} role="alert">
          {failureText(trying.cause)}
        </Alert>
      )}
      {trying?.state === 'tried' && <TrialView tried={trying.tried} onClose={onClose} />}
    </section>
  );
}
