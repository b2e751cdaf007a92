import { focusManager } from '@tanstack/react-query';
import { whenPresent } from './whenPresent';

/** Milliseconds from one run to the next. */
export const every = 15_000;
/** Milliseconds without move or key after which the user counts as absent. */
export const patience = 300_000;

/**
 * Runs repeatedly while the page is visible and the user is present. An abandoned page must send no requests, because every
 * call extends the session. Returns a function that cancels it.
 */
export function whilePresent(run: () => void): () => void {
  let seen = Date.now();
  const notice = () =>
    whenPresent(() => {
      seen = Date.now();
    });
  let stop = notice();
  const timer = setInterval(() => {
    if (focusManager.isFocused() && Date.now() - seen < patience) run();
    stop();
    stop = notice();
  }, every);
  return () => {
    clearInterval(timer);
    stop();
  };
}
