import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../page/DownloadButton';

/** The links to the whole log as a file, each entry with its seal. */
export function LogFiles() {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {(['csv', 'jsonl'] as const).map((format) => (
        <DownloadButton key={format} address={`/api/v1/api/react/log.${format}`}>
          {t(`log.save_${format}`)}
        </DownloadButton>
      ))}
    </Group>
  );
}
