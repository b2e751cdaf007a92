import { useParams } from '@tanstack/react-router';
import { FormScreen } from '../form/FormScreen';
import { userForm } from './form';

export function UserCreate() {
  return <FormScreen form={userForm} />;
}

/** Its address names a user by the username, or by the id. */
export function UserUpdate() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <FormScreen form={userForm} id={id} key={id} />;
}
