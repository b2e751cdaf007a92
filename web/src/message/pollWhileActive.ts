import { focusManager } from '@tanstack/react-query';
import { onFirstInput } from './onFirstInput';

/** Milliseconds from one run to the next. */
export const interval = 15_000;
/** Milliseconds without move or key after which the user counts as absent. */
export const idleAfter = 300_000;

/**
 * Runs repeatedly while the page is visible and the user is present. An abandoned page must send no requests, because every
 * call extends the session. Returns a function that cancels it.
 */
export function pollWhileActive(run: () => void): () => void {
  let lastInput = Date.now();
  const listen = () =>
    onFirstInput(() => {
      lastInput = Date.now();
    });
  let stop = listen();
  const timer = setInterval(() => {
    if (focusManager.isFocused() && Date.now() - lastInput < idleAfter) run();
    stop();
    stop = listen();
  }, interval);
  return () => {
    clearInterval(timer);
    stop();
  };
}
