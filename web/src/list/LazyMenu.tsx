import { ActionIcon } from '@mantine/core';
import { onDemand } from '../message/onDemand';
import type { MenuProps } from './MenuDropdown';

const OpenMenu = onDemand(() => import('./MenuDropdown').then((module) => module.MenuDropdown));

/** A menu behind an icon, on a phone. Mantine's menu code is fetched at its first use. */
export function LazyMenu(props: MenuProps) {
  const { label, variant, Icon: Sign } = props;
  return (
    <OpenMenu
      {...props}
      button={(opener) => (
        <ActionIcon
          variant={variant}
          color="gray"
          size={30}
          aria-label={label}
          aria-haspopup="menu"
          {...opener}
        >
          <Sign size={16} />
        </ActionIcon>
      )}
    />
  );
}
