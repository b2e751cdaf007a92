import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Lines of a failure that tell what was wanted and what was seen. */
const told = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const colours = /\u001b\[[\d;]*m/g;

/** Says what failed once more, shortly and at the very end: of a long run often no more than the end is kept. */
export default class Failures implements Reporter {
  private suite?: Suite;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  async onExit(): Promise<void> {
    for (const test of this.suite?.allTests() ?? []) {
      for (const { message = '' } of test.ok() ? [] : test.results.flatMap(({ errors }) => errors)) {
        const lines = message.replace(colours, '').split('\n');
        process.stdout.write(`${test.titlePath().filter(Boolean).join(' › ')}\n`);
        process.stdout.write(`${lines.slice(0, told).join('\n')}\n\n`);
      }
    }
  }
}
