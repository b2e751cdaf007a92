import { ActionIcon, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

export type MenuEntry = { label: string; Icon: Icon; danger?: boolean } & (
  | { onClick: () => void }
  | { to: string }
);

export interface MenuProps {
  label: string;
  variant: 'default' | 'subtle';
  Icon: Icon;
  items: readonly MenuEntry[];
}

export function MenuDropdown({ label, variant, Icon: Sign, items }: MenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant={variant} color="gray" size={30} aria-label={label}>
          <Sign size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => {
          const shared = {
            leftSection: <item.Icon size={15} aria-hidden />,
            ...(item.danger ? { color: 'red' } : {}),
          };
          return 'to' in item ? (
            <Menu.Item key={item.label} {...shared} component={Link} to={item.to}>
              {item.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={item.label} {...shared} onClick={item.onClick}>
              {item.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
