import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

/** The props of a button with an icon, as far as its caller sets them. */
export type IconButtonProps = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>;

interface Props extends IconButtonProps {
  label: string;
  /** What stands at the icon; null for nothing. */
  count: string | null;
  /** True if what is counted waits for the user. */
  open?: boolean;
}

/** A button of the top bar that opens a panel and shows a number at its icon. */
export function CountButton({ label, count, open, children, ...props }: Props) {
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
      {children}
      {count !== null && (
        <span className="tray-count" data-open={open || undefined} aria-hidden>
          {count}
        </span>
      )}
    </ActionIcon>
  );
}
