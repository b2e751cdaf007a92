import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Characters kept of a failure: enough for the expected and the actual value. */
const maxLength = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const colours = /\u001b\[[\d;]*m/g;

/**
 * Writes each failure as one line to test-results/failures.txt. It is written at exit, because often only the end of a long
 * run's output is kept.
 */
export default class FailureReporter implements Reporter {
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
            const [text = ''] = message.replace(colours, '').split('Call log:');
            const { file, line } = test.location;
            return `${file.split('/').at(-1)}:${line} ${test.title}: ${text.replace(/\s+/g, ' ').slice(0, maxLength)}\n`;
          }),
        ),
      );
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'failures.txt'), lines.join(''));
  }
}
