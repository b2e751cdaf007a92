import { Group, Loader, Text } from '@mantine/core';

/** Says what is being waited for, beside a sign that turns. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <Group gap="xs" role="status">
      <Loader size={14} />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}
