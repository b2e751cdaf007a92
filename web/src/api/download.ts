import { ApiError, callHeaders, checkRejection } from './client';

/**
 * Downloads a file with the key and further headers, which a plain link cannot send. The default file name is the last
 * segment of its address. With a body the file is asked for by a POST.
 */
export async function download(
  address: string,
  name = fileNameOf(address),
  more: Record<string, string> = {},
  body?: object,
): Promise<void> {
  const headers = { ...callHeaders(), ...more };
  const asked = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'Content-Type': 'application/json' },
  };
  let response: Response;
  try {
    response = await fetch(address, asked ?? { headers });
  } catch {
    throw new ApiError(0, 'errors.network');
  }
  checkRejection(headers['X-Authorization'] ?? null, response);
  if (!response.ok) {
    const told: unknown = await response.json().catch(() => undefined);
    const message = (told as { message?: string } | undefined)?.message;
    throw new ApiError(response.status, message ?? 'errors.unexpected');
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The last segment of the address is the file's name. */
export function fileNameOf(address: string): string {
  const path = address.replace(/[?#].*$/, '');
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
