import { ActionIcon, type ActionIconProps } from '@mantine/core';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';

type Props = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>;

/** Opens the tray, and shows the number of running jobs. */
export function TrayButton(props: Props) {
  const { t } = useTranslation();
  const { jobs } = useJobs();
  const running = jobs.filter((job) => !hasEnded(job)).length;
  const label = running > 0 ? t('jobs.tray_running', { n: running }) : t('jobs.tray');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className="tray-button"
      aria-label={label}
      data-hint={label}
      aria-haspopup="dialog"
      {...props}
    >
      <IconListCheck size={20} />
      {running > 0 && (
        <span className="tray-count" aria-hidden>
          {running}
        </span>
      )}
    </ActionIcon>
  );
}
