import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';

export function HomeScreen() {
  const { t } = useTranslation();
  return <PageHeader title={t('app.home')} />;
}
