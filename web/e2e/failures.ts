import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Characters of a failure that tell what was wanted and what was seen. */
const told = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const colours = /\u001b\[[\d;]*m/g;

/** Keeps what failed, a line each, in test-results/failures.txt: of a long run often no more than the end is kept, so it is told after everything else. */
export default class Failures implements Reporter {
  private suite?: Suite;
  private folder = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.suite = suite;
    this.folder = config.projects[0]?.outputDir ?? 'test-results';
  }

  async onExit(): Promise<void> {
    const lines = (this.suite?.allTests() ?? [])
      .filter((test) => ['unexpected', 'flaky'].includes(test.outcome()))
      .flatMap((test) =>
        test.results.flatMap(({ errors }) =>
          errors.map(({ message = '' }) => {
            const [seen = ''] = message.replace(colours, '').split('Call log:');
            const { file, line } = test.location;
            return `${file.split('/').at(-1)}:${line} ${test.title}: ${seen.replace(/\s+/g, ' ').slice(0, told)}\n`;
          }),
        ),
      );
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'failures.txt'), lines.join(''));
  }
}
