import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiError, send } from './client';

afterEach(() => vi.unstubAllGlobals());

const list = { method: 'GET', path: '/api/v1/api/kelas/get' } as const;

function answer(response: Response | Error) {
  vi.stubGlobal('fetch', () =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
}

async function failure(): Promise<ApiError> {
  return send(list).then(
    () => {
      throw new Error('a failure was expected');
    },
    (cause) => cause as ApiError,
  );
}

describe('a call', () => {
  it('resolves to the envelope', async () => {
    answer(Response.json({ msg: 'Success', data: [{ id: 1 }], total: 1 }));
    expect(await send(list)).toEqual({ msg: 'Success', data: [{ id: 1 }], total: 1 });
  });

  it('throws the server’s sentence and the fields it belongs to', async () => {
    answer(
      Response.json(
        { msg: 'Error', data: 'a', message: 'Periksa isian.', fields: { nim: 'salah' } },
        { status: 422 },
      ),
    );
    expect(await failure()).toMatchObject({
      status: 422,
      message: 'Periksa isian.',
      fields: { nim: 'salah' },
    });
  });

  it('throws on msg Error whatever the status says', async () => {
    answer(Response.json({ msg: 'Error', data: 'Tidak bisa.' }));
    expect(await failure()).toMatchObject({ message: 'Tidak bisa.' });
  });

  it('throws its own text if no server answered', async () => {
    answer(new TypeError('Failed to fetch'));
    expect(await failure()).toMatchObject({ status: 0, message: 'errors.network' });
  });

  it.each([200, 502])('throws its own text on HTML instead of JSON (%i)', async (status) => {
    answer(new Response('<html>Bad gateway</html>', { status }));
    expect(await failure()).toMatchObject({ message: 'errors.unexpected' });
  });

  it.each(['id', 'en'])('requests sentences in the language of the page (%s)', async (language) => {
    document.documentElement.lang = language;
    const fetched = vi.fn<(request: Request) => Promise<Response>>(async () =>
      Response.json({ msg: 'Success', data: [] }),
    );
    vi.stubGlobal('fetch', fetched);
    await send(list);
    expect(fetched.mock.calls[0]?.[0].headers.get('Accept-Language')).toBe(language);
  });
});
