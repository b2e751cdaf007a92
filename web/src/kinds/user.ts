import { ApiError, client, type Row, settle } from '../api/client';
import type { Kind } from './kind';

/** The call knows a user by name alone. A number that is nobody's name is an id, and is looked for in the list. */
async function userOf(nameOrId: string, signal: AbortSignal): Promise<Row> {
  const init = { params: { path: { username: nameOrId } }, signal };
  try {
    return (await settle<Row>(client.GET('/api/v1/api/user/username/{username}', init))).data;
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
    const { data } = await settle<Row[]>(client.GET('/api/v1/api/user/get', { signal }));
    const found = data.find(({ id }) => String(id) === nameOrId);
    if (!found) throw cause;
    return found;
  }
}

/** The dashboard's own accounts. */
export const user: Kind = {
  list: {
    id: 'user',
    path: '/user',
    key: 'id',
    label: (row) => String(row.name || row.username),
    lists: { dashboard: { method: 'GET', path: '/api/v1/api/user/get' } },
    defaultTab: 'dashboard',
    columns: [
      { field: 'id' },
      { field: 'name', card: 'heading' },
      { field: 'username', card: 'line' },
      { field: 'created_at', as: 'moment', card: 'line' },
      { field: 'active', as: 'approval' },
    ],
    filters: [],
    verbs: {
      approve: { one: { method: 'POST', path: '/api/v1/api/user/approve' } },
      delete: { one: { method: 'DELETE', path: '/api/v1/api/user/delete' } },
    },
    editable: true,
    editBy: 'username',
    direct: true,
    deleted: {
      list: { method: 'GET', path: '/api/v1/api/user/deleted' },
      restore: { method: 'POST', path: '/api/v1/api/user/restore' },
      beside: 'username',
    },
  },
  form: {
    id: 'user',
    fields: [
      { name: 'nama_user', from: 'name' },
      { name: 'username' },
      { name: 'password', type: 'password', autoComplete: 'new-password', keptIfEmpty: true },
    ],
    create: '/api/v1/api/user/insert',
    detail: userOf,
    update: { method: 'PUT', path: '/api/v1/api/user/update' },
  },
};
