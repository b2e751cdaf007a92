import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useTellUnreachable } from '../message/unreachable';
import type { MenuEntry } from './OpenMenu';

const OpenMenu = onDemand(() => import('./OpenMenu').then((module) => module.OpenMenu));

interface Props {
  label: string;
  variant: 'default' | 'subtle';
  Icon: Icon;
  items: readonly MenuEntry[];
}

/** A menu behind an icon, on a phone. The machinery of floating menus is fetched when one is first wanted. */
export function LazyMenu({ label, variant, Icon: Sign, items }: Props) {
  const [wanted, setWanted] = useState(false);
  const missed = useTellUnreachable(() => setWanted(false));
  const button = (
    <ActionIcon
      variant={variant}
      color="gray"
      size={30}
      aria-label={label}
      aria-haspopup="menu"
      onPointerDown={OpenMenu.preload}
      onFocus={OpenMenu.preload}
      onClick={() => setWanted(true)}
    >
      <Sign size={16} />
    </ActionIcon>
  );
  if (!wanted) return button;
  return (
    <OpenMenu label={label} variant={variant} Icon={Sign} items={items} waiting={button} onMissed={missed} />
  );
}
