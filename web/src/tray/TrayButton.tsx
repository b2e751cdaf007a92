import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { CountButton, type IconButtonProps } from '../page/CountButton';

/** Opens the tray, and shows the number of running jobs. */
export function TrayButton(props: IconButtonProps) {
  const { t } = useTranslation();
  const { jobs } = useJobs();
  const running = jobs.filter((job) => !hasEnded(job)).length;
  const label = running > 0 ? t('jobs.tray_running', { n: running }) : t('jobs.tray');
  return (
    <CountButton label={label} count={running > 0 ? String(running) : null} {...props}>
      <IconListCheck size={20} />
    </CountButton>
  );
}
