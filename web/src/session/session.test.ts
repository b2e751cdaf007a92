import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client, settle } from '../api/client';
import { readDraft, saveDraft } from './drafts';
import { beginSession, endSession, logIn, logOut, safeReturnPath, session, takeExpiry } from './session';

const login = {
  api_key: 'kunci',
  api_name: 'web',
  user: { id: 1, name: 'Ratna Dewi', username: 'ratna' },
  expires_at: '2027-01-01T00:00:00Z',
};

const answered = vi.fn<(request: Request) => Promise<Response>>();
beforeEach(() => vi.stubGlobal('fetch', (request: Request) => answered(request)));
afterEach(() => {
  endSession();
  takeExpiry();
  answered.mockReset();
  vi.unstubAllGlobals();
});

describe('the session', () => {
  it('is stored in the browser as JSON under user and token', async () => {
    answered.mockResolvedValueOnce(Response.json({ msg: 'Success', data: login }));
    await logIn({ username: 'ratna', password: 'rahasia' });
    expect(JSON.parse(localStorage.getItem('token') ?? '')).toEqual({ key: 'kunci', name: 'web' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(login.user);
    expect(answered.mock.calls[0]?.[0].headers.has('X-Authorization')).toBe(false);
  });

  it('sends its key with every call', async () => {
    beginSession(login);
    answered.mockResolvedValueOnce(Response.json({ msg: 'Success', data: [] }));
    await settle(client.GET('/api/v1/api/kelas/get'));
    expect(answered.mock.calls[0]?.[0].headers.get('X-Authorization')).toBe('kunci');
  });

  it('ends with a reason when the server rejects the key', async () => {
    beginSession(login);
    answered.mockResolvedValueOnce(
      Response.json({ msg: 'Error', data: 'Silakan login lagi.' }, { status: 401 }),
    );
    await expect(settle(client.GET('/api/v1/api/kelas/get'))).rejects.toThrow('Silakan login lagi.');
    expect(session()).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(takeExpiry()).toBe(true);
  });

  it('survives a late rejection of its previous key', async () => {
    beginSession({ ...login, api_key: 'lama' });
    let refuse = (_: Response) => {};
    answered.mockReturnValueOnce(new Promise((resolve) => (refuse = resolve)));
    const late = settle(client.GET('/api/v1/api/kelas/get')).catch(() => undefined);
    await vi.waitFor(() => expect(answered).toHaveBeenCalled());
    beginSession(login);
    refuse(Response.json({ msg: 'Error', data: 'x' }, { status: 401 }));
    await late;
    expect(session()?.token.key).toBe('kunci');
  });

  it('ends at logout even if the server does not answer', async () => {
    beginSession(login);
    answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await logOut();
    expect(session()).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('sends the logout with the key to revoke', async () => {
    beginSession(login);
    answered.mockResolvedValueOnce(Response.json({ msg: 'Success', data: 'ok' }));
    await logOut();
    expect(answered.mock.calls[0]?.[0].headers.get('X-Authorization')).toBe('kunci');
  });
});

describe('a draft', () => {
  it('survives an ended session, but not a logout', async () => {
    beginSession(login);
    saveDraft('ratna.kelas', { nama_kelas: 'A' });
    answered.mockResolvedValueOnce(
      Response.json({ msg: 'Error', data: 'Silakan login lagi.' }, { status: 401 }),
    );
    await settle(client.GET('/api/v1/api/kelas/get')).catch(() => undefined);
    expect(readDraft('ratna.kelas')).toEqual({ nama_kelas: 'A' });
    beginSession(login);
    answered.mockResolvedValueOnce(Response.json({ msg: 'Success', data: 'ok' }));
    await logOut();
    expect(readDraft('ratna.kelas')).toBeNull();
  });
});

describe('the return path after login', () => {
  it.each([
    ['/kelas?page=2', '/kelas?page=2'],
    [undefined, '/'],
    ['https://lain.example/', '/'],
    ['//lain.example/', '/'],
    ['/\\lain.example/', '/'],
    ['/login?return_to=%2F', '/'],
  ])('for %o is %o', (wanted, path) => {
    expect(safeReturnPath(wanted)).toBe(path);
  });
});
