import { focusManager } from '@tanstack/react-query';
import { whenPresent } from './whenPresent';

/** Milliseconds from one run to the next. */
export const every = 15_000;
/** Milliseconds for which somebody may read and neither move nor type. */
export const patience = 300_000;

/**
 * Runs again and again while the page is in sight and somebody sits before it. A page that was left open asks for nothing: a
 * session ends when it is left alone, and each call keeps it. Returns what calls it off.
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
