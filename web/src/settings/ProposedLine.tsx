import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadedFile } from '../api/client';
import { ForAdministrators } from '../session/ForAdministrators';
import { formatMoment } from '../texts/format';
import classes from './Sources.module.css';

interface Props {
  file: UploadedFile;
  /** What is wrong with it, or what it supplies. */
  notes: string[];
  /** Buttons before the two that decide. */
  children?: ReactNode;
  /** The label of the button that leads to its use. */
  label: string;
  /** True while it cannot be used. */
  disabled?: boolean;
  onAccept: () => void;
  onDrop: () => void;
}

/** A file that was uploaded and is not used yet. */
export function ProposedLine({ file, notes, children, label, disabled, onAccept, onDrop }: Props) {
  const { t } = useTranslation();
  return (
    <Alert py="xs" mt="xs" className={classes.proposed}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.told}>
          <Text size="sm" fw={600} className={classes.detail}>
            {t('sources.proposed', { file: file.file })}
          </Text>
          <Text size="xs">{t('sources.proposed_by', { actor: file.actor, at: formatMoment(file.at) })}</Text>
          {notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </div>
        <ForAdministrators>
          <Group gap={6}>
            {children}
            <Button size="compact-sm" variant="default" onClick={onDrop}>
              {t('sources.drop')}
            </Button>
            <Button size="compact-sm" disabled={disabled ?? false} onClick={onAccept}>
              {label}
            </Button>
          </Group>
        </ForAdministrators>
      </Group>
    </Alert>
  );
}
