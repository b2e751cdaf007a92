import { lazy, Suspense, useState } from 'react';
import { useSession } from '../session/session';
import { UserButton } from './UserButton';

const load = () => import('./UserMenuOpen').then((module) => ({ default: module.UserMenuOpen }));
const UserMenuOpen = lazy(load);

/** The menu itself is fetched when the pointer or the focus first comes near. */
export function UserMenu() {
  const session = useSession();
  const [wanted, setWanted] = useState(false);
  if (!session) return null;
  const button = (
    <UserButton
      name={session.user.name}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuOpen />
    </Suspense>
  );
}
