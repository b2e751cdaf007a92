import { useState } from 'react';
import { useRepeat } from '../page/useRepeat';

/** The state of a test. */
export type TestState<Result> =
  | { state: 'none' }
  | { state: 'running' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; cause: unknown };

/**
 * Tests the current answers. Results for other answers are hidden. A result that is not yet right is tested again by
 * itself, and stays in view meanwhile.
 */
export function useTest<Body, Result>(
  body: Body,
  call: (body: Body) => Promise<Result>,
  isRight: (result: Result) => boolean = () => true,
) {
  const [stored, setStored] = useState<{ key: string; state: TestState<Result> }>();
  const key = JSON.stringify(body);
  const state: TestState<Result> = stored?.key === key ? stored.state : { state: 'none' };

  const put = (next: TestState<Result>) => setStored({ key, state: next });
  const repeating = state.state === 'done' && !isRight(state.result);
  useRepeat(repeating, stored, test);

  function run(): Promise<void> {
    put({ state: 'running' });
    return test();
  }

  async function test(): Promise<void> {
    try {
      put({ state: 'done', result: await call(body) });
    } catch (cause) {
      put({ state: 'failed', cause });
    }
  }
  return { state, run, repeating };
}
