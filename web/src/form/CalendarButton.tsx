import { ActionIcon, type ActionIconProps } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The label of the day that the calendar picks. */
  label: string;
}

export function CalendarButton({ label, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t('day.calendar', { item: label.toLowerCase() })}
      aria-haspopup="dialog"
      {...rest}
    >
      <IconCalendar size={15} />
    </ActionIcon>
  );
}
