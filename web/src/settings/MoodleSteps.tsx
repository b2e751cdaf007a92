import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../page/DownloadButton';
import { addTexts } from '../texts/i18n';
import { moodleSteps } from '../texts/moodleSteps';
import classes from './Connections.module.css';

addTexts('moodle_steps', moodleSteps);

const steps = ['services', 'role', 'plugin', 'user', 'token'] as const;

interface Props {
  /** The address under which the server has both files. */
  address: string;
  headers?: Record<string, string>;
  /** Where the token is written. */
  tokenPlace: string;
}

/** What an administrator of Moodle does once, with the files to upload there. */
export function MoodleSteps({ address, headers = {}, tokenPlace }: Props) {
  const { t } = useTranslation();
  const file = (path: string, name: string) => (
    <DownloadButton small address={`${address}/${path}`} name={name} headers={headers}>
      {name}
    </DownloadButton>
  );
  const more: Partial<Record<(typeof steps)[number], ReactNode>> = {
    role: file('role-preset.xml', 'selaras-role-preset.xml'),
    plugin: file('plugin.zip', 'local_selaras.zip'),
    token: tokenPlace,
  };
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>
          {t(`moodle_steps.${step}`)} {more[step]}
          <Text size="xs" c="dimmed">
            {t(`moodle_steps.${step}_where`)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
