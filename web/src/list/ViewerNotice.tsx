import { useTranslation } from 'react-i18next';
import { ListMessage } from './ListStates';

/** In the place of a screen on which things are changed: why a viewer has nothing to do there. */
export function ViewerNotice() {
  const { t } = useTranslation();
  return <ListMessage title={t('session.viewer')} detail={t('session.viewer_why')} />;
}
