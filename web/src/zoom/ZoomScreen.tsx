import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';
import { ListMessage } from '../list/ListStates';

/** Attendance is not recorded before Zoom is connected, and the screen says so rather than show an empty table. */
export function ZoomScreen() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('titles.zoom')} />
      <ListMessage title={t('zoom.unconnected')} detail={t('zoom.unconnected_next')} />
    </>
  );
}
