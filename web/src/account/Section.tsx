import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  about?: string;
  /** The content is loading; a skeleton stands in for it. */
  loading?: boolean;
  children: ReactNode;
}

/** A part of the account's page. */
export function Section({ title, about, loading = false, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} aria-busy={loading}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {about && (
        <Text size="sm" c="dimmed" mb="sm" maw={640}>
          {about}
        </Text>
      )}
      {children}
    </Paper>
  );
}
