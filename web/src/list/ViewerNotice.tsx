import { useTranslation } from 'react-i18next';
import { ListMessage } from './ListStates';

/** Replaces a screen that changes data: tells a viewer why it has nothing for them. */
export function ViewerNotice() {
  const { t } = useTranslation();
  return <ListMessage title={t('session.viewer')} detail={t('session.viewer_why')} />;
}
