import { ActionIcon, type ActionIconProps } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../texts/format';

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The number of open notices; 0 until it is known. */
  count: number;
}

/** Opens the notices, and shows how many are open. */
export function NoticesButton({ count, ...props }: Props) {
  const { t, i18n } = useTranslation();
  const n = formatNumber(count, i18n.language);
  const label = count > 0 ? t('notices.open', { n }) : t('notices.title');
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
      <IconBell size={20} />
      {count > 0 && (
        <span className="tray-count" data-open aria-hidden>
          {n}
        </span>
      )}
    </ActionIcon>
  );
}
