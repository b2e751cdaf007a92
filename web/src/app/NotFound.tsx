import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../page/PageHeader';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('app.not_found')} />
      <Anchor component={Link} to="/" size="sm">
        {t('app.back_home')}
      </Anchor>
    </>
  );
}
