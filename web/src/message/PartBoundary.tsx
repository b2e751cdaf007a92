import { Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

function PartError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" gap="xs" py="md" role="alert">
      <Text fw={600}>{t('app.part_broken')}</Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </Stack>
  );
}

interface Props {
  /** A change renders the part again, because the error belonged to the previous content. */
  of?: string;
  children: ReactNode;
}

/** Contains an error in one part of the page. The rest keeps working, and the part can be retried. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.of !== this.props.of && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <PartError onRetry={() => this.setState({ failed: false })} />;
  }
}
