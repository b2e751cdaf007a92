import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useTellUnreachable } from '../message/unreachable';
import { useSession } from '../session/session';
import { UserButton } from './UserButton';

const UserMenuOpen = onDemand(() => import('./UserMenuOpen').then((module) => module.UserMenuOpen));

/** The menu itself is fetched when the pointer or the focus first comes near. */
export function UserMenu() {
  const session = useSession();
  const [wanted, setWanted] = useState(false);
  const missed = useTellUnreachable(() => setWanted(false));
  if (!session) return null;
  const button = (
    <UserButton
      name={session.user.name}
      onPointerEnter={UserMenuOpen.preload}
      onFocus={UserMenuOpen.preload}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return <UserMenuOpen waiting={button} onMissed={missed} />;
}
