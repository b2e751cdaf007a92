import { Alert, Text } from '@mantine/core';
import type { Job } from '../api/client';

/** A job's warnings that failed no row, each with its remedy. */
export function JobWarnings({ warnings }: Pick<Job, 'warnings'>) {
  return warnings.map(({ text, mend }) => (
    <Alert key={text} color="yellow" py="xs" my="xs" role="note">
      <Text size="sm">{text}</Text>
      {mend && (
        <Text size="sm" fw={600}>
          {mend}
        </Text>
      )}
    </Alert>
  ));
}
