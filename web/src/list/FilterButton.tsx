import { Button, type ButtonProps } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** The number of filters in use. */
  count: number;
}

/** Opens the filters of a list on a phone. */
export function FilterButton({ count, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant={count > 0 ? 'light' : 'default'}
      leftSection={<IconFilter size={14} aria-hidden />}
      aria-haspopup="dialog"
      {...rest}
    >
      {count > 0 ? `${t('list.filter')} (${count})` : t('list.filter')}
    </Button>
  );
}
