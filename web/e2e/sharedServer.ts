import { Demo } from './demo';
import { test } from './journey';
import { type ClassOf, withStudents } from './steps';

interface SharedServer {
  /** A server with rows in every list, for read-only journeys. */
  campus: Demo;
  students: ClassOf;
}

/** Read-only journeys share one filled server per worker. */
export const readOnlyTest = test.extend<object, SharedServer>({
  campus: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const demo = await Demo.start();
      for (const kind of ['tahun_ajaran', 'semester', 'prodi', 'jurusan', 'dosen']) {
        await demo.post(`${kind}/sync`);
      }
      await demo.post('prodi/export');
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker' },
  ],
  students: [async ({ campus }, use) => use(await withStudents(campus)), { scope: 'worker', auto: true }],
  demo: async ({ campus }, use) => use(campus),
});
