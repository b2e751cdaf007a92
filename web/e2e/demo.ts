import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the journeys start the product: the demo campus, on a database of its own that is thrown away. */
const port = Number(process.env.SELARAS_PORT ?? 4517);
const binary = process.env.SELARAS_BIN ?? '../target/release/selaras';

export function demoCommand(): string {
  const database = join(mkdtempSync(join(tmpdir(), 'selaras-e2e-')), 'selaras.sqlite');
  return [binary, 'demo', '--listen', `127.0.0.1:${port}`, '--database', database, '--students', '300'].join(
    ' ',
  );
}

/** A server that runs already may be given instead, by SELARAS_URL. */
export const given = process.env.SELARAS_URL;
export const address = given ?? `http://127.0.0.1:${port}`;
export const readyPath = '/health/ready';
