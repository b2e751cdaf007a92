import { Alert, Text } from '@mantine/core';
import type { Job } from '../api/client';

/** What a job met that failed no row, and what to do about it. */
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
