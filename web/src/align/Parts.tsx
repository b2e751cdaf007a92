import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import classes from './Align.module.css';
import type { PartVerb } from './stages';

interface Props<Stage> {
  parts: readonly { verb: PartVerb | 'undo'; stages: readonly Stage[] }[];
  line: (stage: Stage) => ReactNode;
}

/** The parts of a campus run as administrators see them, with a line for each stage. */
export function Parts<Stage>({ parts, line }: Props<Stage>) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const names = { source: settings.source_name, platform: settings.platform_name };
  // Only sequential parts are numbered.
  const named = parts.map(({ verb, stages }, at) => {
    const name = t(`align.parts.${verb}`, names);
    return { verb, stages, name: parts.length > 1 ? `${at + 1}. ${name}` : name };
  });
  return (
    <div className={classes.parts}>
      {named.map(({ verb, stages, name }) => (
        <section key={verb} aria-label={name}>
          <Text component="h2" size="sm" fw={600} mb={4}>
            {name}
          </Text>
          <ul className={classes.stages}>{stages.map(line)}</ul>
        </section>
      ))}
    </div>
  );
}
