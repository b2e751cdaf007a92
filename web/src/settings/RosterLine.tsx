import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UploadedFile } from '../api/client';
import { ForAdministrators } from '../session/ForAdministrators';
import { formatMoment } from '../texts/format';
import classes from './Sources.module.css';

interface Props {
  file: UploadedFile;
  onDelete: (file: UploadedFile) => void;
}

/** The OneRoster zip, which supplies several lists. */
export function RosterLine({ file, onDelete }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.roster} aria-label="OneRoster">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>OneRoster</strong>{' '}
          {t('sources.uploaded', { file: file.file, actor: file.actor, at: formatMoment(file.at) })}
        </Text>
        <ForAdministrators>
          <Button size="compact-sm" variant="outline" color="red" onClick={() => onDelete(file)}>
            {t('sources.delete_roster')}
          </Button>
        </ForAdministrators>
      </Group>
    </section>
  );
}
