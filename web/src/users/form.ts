import { ApiError, client, type FormFieldOf, fetchData, type Row, settle, type User } from '../api/client';
import type { FormDeclaration } from '../form/declaration';

/** The call finds a user by name only. A number that is no username is an id, and is looked up in the list. */
async function userOf(nameOrId: string, signal: AbortSignal): Promise<Row> {
  const init = { params: { path: { username: nameOrId } }, signal };
  try {
    return await fetchData<User>(client.GET('/api/v1/api/user/username/{username}', init));
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
    const { data } = await settle<User[]>(client.GET('/api/v1/api/user/get', { signal }));
    const found = data.find(({ id }) => String(id) === nameOrId);
    if (!found) throw cause;
    return found;
  }
}

/** The form of the dashboard's own accounts. */
export const userForm: FormDeclaration<FormFieldOf<'/api/v1/api/user/insert', 'post'>> = {
  id: 'user',
  fields: [
    { name: 'nama_user', from: 'name' },
    { name: 'username' },
    { name: 'role', options: ['administrator', 'viewer'], initial: 'administrator' },
    { name: 'password', type: 'password', autoComplete: 'new-password', keepIfEmpty: true },
  ],
  create: '/api/v1/api/user/insert',
  detail: userOf,
  update: { method: 'PUT', path: '/api/v1/api/user/update' },
};

/** The form of the user's own account: a new password requires the current one. */
export const ownUserForm: FormDeclaration<FormFieldOf<'/api/v1/api/user/update', 'put'>> = {
  ...userForm,
  fields: [
    ...userForm.fields,
    {
      name: 'present_password',
      type: 'password',
      autoComplete: 'current-password',
      only: 'update',
      keepIfEmpty: true,
    },
  ],
};
