import { ActionIcon, Group, Title } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Term } from '../texts/help';
import { Help } from './Help';

/** Goes back in history, or to the main page if this page was opened directly. */
export function useGoBack(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const can = useCanGoBack();
  return () => (can ? router.history.back() : void navigate({ to: '/' }));
}

interface Props {
  title: string;
  back?: boolean;
  /** The terms and settings of the page that need an explanation. */
  help?: readonly Term[];
  children?: ReactNode;
}

/** A page's title with an optional back button, and the actions of the whole page. */
export function PageHeader({ title, back = false, help, children }: Props) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Group justify="space-between" gap="sm" mb="sm" mih={36}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <Group gap="xs" wrap="nowrap">
        {back && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            data-hint={t('form.back')}
            aria-label={t('form.back')}
            onClick={goBack}
          >
            <IconArrowLeft size={20} />
          </ActionIcon>
        )}
        <Title order={1}>{title}</Title>
        {help && <Help of={title} terms={help} />}
      </Group>
      {children}
    </Group>
  );
}

/** The header of a page with a back button. */
export const pageHeader = (title: string, actions?: ReactNode): ReactNode => (
  <PageHeader title={title} back>
    {actions}
  </PageHeader>
);
