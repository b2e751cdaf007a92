import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery } from '../account/calls';
import { FormScreen } from '../form/FormScreen';
import { ownUserForm, userForm } from './form';

export function UserCreate() {
  return <FormScreen form={userForm} />;
}

/** The address names a user by the username, or by the id. */
export function UserUpdate() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data: account } = useQuery(accountQuery);
  const isOwn = account !== undefined && [account.username, String(account.id)].includes(id.toLowerCase());
  return <FormScreen form={isOwn ? ownUserForm : userForm} id={id} key={`${id} ${isOwn}`} />;
}
