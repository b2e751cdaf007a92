import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { MenuEntry } from './OpenMenu';

const load = () => import('./OpenMenu').then((module) => ({ default: module.OpenMenu }));
const OpenMenu = lazy(load);

interface Props {
  label: string;
  variant: 'default' | 'subtle';
  Icon: Icon;
  items: readonly MenuEntry[];
}

/** A menu behind an icon, on a phone. The machinery of floating menus is fetched when one is first wanted. */
export function LazyMenu({ label, variant, Icon: Sign, items }: Props) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      variant={variant}
      color="gray"
      size={30}
      aria-label={label}
      aria-haspopup="menu"
      onPointerDown={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    >
      <Sign size={16} />
    </ActionIcon>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu label={label} variant={variant} Icon={Sign} items={items} />
    </Suspense>
  );
}
