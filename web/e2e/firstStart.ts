import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { binary, serverEnvironment } from './demo';
import { test as base } from './journey';

/** `selaras serve` in an empty folder. */
interface FirstStart {
  /** The address of the page with its code, printed at start. */
  address: string;
  folder: string;
}

/** Journeys that begin on the page of the first start. */
export const test = base.extend<{ firstStart: FirstStart }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  firstStart: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'selaras-setup-'));
    const server: ChildProcess = spawn(binary, ['serve'], {
      cwd: folder,
      env: { ...serverEnvironment, SELARAS_SERVER__LISTEN: '127.0.0.1:0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`${binary} ended with ${code}`)));
      createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
        const printed = /(http:\S+\/setup#\S+)/.exec(line)?.[1];
        if (printed) resolve(printed);
      });
    });
    await use({ address, folder });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  },
});

/** The token that the demo's Moodle accepts. */
export const token = 'kampus-demo-token';
