import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { useRepeat } from '../page/useRepeat';
import { ForAdministrators } from '../session/ForAdministrators';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment } from '../texts/format';
import classes from './Connections.module.css';
import type { Part } from './connections';
import { FindingState, Findings } from './Findings';
import { MoodleSteps } from './MoodleSteps';

interface Props {
  connection: Connection;
  testing: boolean;
  /** The failure of the check itself. */
  failure?: unknown;
  onTest: () => void;
  /** Tests again by itself. */
  onRepeat: () => Promise<void>;
}

/** One connection: its state, the findings of the last check, and its settings. */
export function ConnectionSection({ connection, testing, failure, onTest, onRepeat }: Props) {
  const { part, settings, last } = connection;
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: names = defaultSettings } = useQuery(settingsQuery);
  const titles: Record<Part, string> = {
    source: names.source_name,
    platform: names.platform_name,
    database: t('connections.parts.database'),
    zoom: t('connections.parts.zoom'),
    settings: t('connections.settings'),
  };
  const title = titles[part];
  return (
    <section className={classes.section} aria-label={title} aria-busy={testing}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="sm">
          <Title order={2} size="h5">
            {title}
          </Title>
          {last ? (
            <>
              <FindingState standing={last.standing} />
              <Text size="xs" c="dimmed">
                {formatMoment(last.at)}
              </Text>
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {t('connections.never')}
            </Text>
          )}
        </Group>
        <ForAdministrators>
          <Button
            size="compact-sm"
            variant="default"
            loading={testing}
            onClick={onTest}
            aria-label={t('connections.look_one', { item: title })}
          >
            {t('connections.look')}
          </Button>
        </ForAdministrators>
      </Group>
      {failure !== undefined && (
        <Alert color="red" mt="xs" py={6} role="alert">
          {failureText(failure)}
        </Alert>
      )}
      {last && <Findings findings={last.findings} />}
      {part === 'platform' && <Preparation last={last} failure={failure} onRepeat={onRepeat} />}
      {settings.length > 0 && (
        <details className={classes.settings}>
          <summary>{t('connections.settings')}</summary>
          <dl>
            {settings.map(({ name, value, origin }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {value} <span className={classes.origin}>{t(`connections.origin.${origin}`)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** How to prepare Moodle. While it is open, the connection is tested until all is right. */
function Preparation({
  last,
  failure,
  onRepeat,
}: Pick<Connection, 'last'> & Pick<Props, 'failure' | 'onRepeat'>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const repeating = useMayChange() && opened && last?.standing !== 'ok';
  useRepeat(repeating, failure ?? last, onRepeat);
  return (
    <details className={classes.settings} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('moodle_steps.title')}</summary>
      <MoodleSteps address="/api/v1/api/platform" tokenPlace={t('moodle_steps.token_connections')} />
      {repeating && (
        <Text size="xs" c="dimmed">
          {t('moodle_steps.repeating')}
        </Text>
      )}
    </details>
  );
}
