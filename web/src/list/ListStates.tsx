import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  title: string;
  detail?: string | undefined;
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/** The empty state of a list: the situation, and one next step. */
export function ListMessage({ title, detail, role = 'status', children }: Props) {
  return (
    <Stack className="list-message" align="center" gap="xs" role={role}>
      <Text fw={600}>{title}</Text>
      {detail && (
        <Text size="sm" c="dimmed" ta="center" maw={520}>
          {detail}
        </Text>
      )}
      {children}
    </Stack>
  );
}

export function NextStep({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onClick} mt={4}>
      {label}
    </Button>
  );
}

/** Replaces a screen that changes data: tells a viewer why it has nothing for them. */
export function ViewerNotice() {
  const { t } = useTranslation();
  return <ListMessage title={t('session.viewer')} detail={t('session.viewer_why')} />;
}
