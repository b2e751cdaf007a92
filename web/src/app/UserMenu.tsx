import { onDemand } from '../message/onDemand';
import { useSession } from '../session/session';
import { UserButton } from './UserButton';

const UserMenuOpen = onDemand(() => import('./UserMenuDropdown').then((module) => module.UserMenuDropdown));

/** The menu's code is fetched when the pointer or the focus first comes near. */
export function UserMenu() {
  const session = useSession();
  if (!session) return null;
  return <UserMenuOpen button={(opener) => <UserButton name={session.user.name} {...opener} />} />;
}
