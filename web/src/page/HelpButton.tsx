import { ActionIcon, type ActionIconProps } from '@mantine/core';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The heading that it stands beside. */
  of: string;
}

/** Opens the explanations of a page. */
export function HelpButton({ of, ...rest }: Props) {
  const { t } = useTranslation();
  const label = t('app.help', { of });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      aria-haspopup="dialog"
      data-hint={label}
      {...rest}
    >
      <IconHelp size={16} />
    </ActionIcon>
  );
}
