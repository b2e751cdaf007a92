import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';

export function ZoomScreen() {
  const { t } = useTranslation();
  return <PageHeader title={t('titles.zoom')} />;
}
