import { ActionIcon, type ActionIconProps } from '@mantine/core';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  of: 'columns' | 'link' | 'saved';
}

const signs = { columns: IconColumns3, link: IconLink, saved: IconBookmark };

/** A tool of a list: its columns, its saved filters, or its address. */
export function ToolButton({ of, ...rest }: Props) {
  const { t } = useTranslation();
  const Sign = signs[of];
  return (
    <ActionIcon
      variant="default"
      color="gray"
      size={30}
      aria-label={t(`list.${of}`)}
      data-hint={t(`list.${of}`)}
      aria-haspopup="dialog"
      {...rest}
    >
      <Sign size={16} />
    </ActionIcon>
  );
}
