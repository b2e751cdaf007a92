import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';

/** A page that has its title and, so far, nothing more. */
export function TitledPage({ title, back = false }: { title: string; back?: boolean }) {
  const { t } = useTranslation();
  return <PageHeader title={t(title)} back={back} />;
}
