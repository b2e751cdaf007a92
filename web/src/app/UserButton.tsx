import { Button, type ButtonProps } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  name: string;
}

/** The signed-in user's name, which opens the user menu. */
export function UserButton({ name, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      px="xs"
      c="var(--mantine-color-text)"
      leftSection={<IconUser size={18} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={`${t('menu.user')}: ${name}`}
      aria-haspopup="menu"
      maw="50vw"
      className="user-button"
      {...rest}
    >
      <span className="user-name">{name}</span>
    </Button>
  );
}
