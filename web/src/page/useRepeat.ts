import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Pause between two calls, in milliseconds. */
const pause = 5_000;

/**
 * While `wanted` and the page is visible, calls `run` 5 s after each new `result`, and at once without one. One call at a
 * time.
 */
export function useRepeat(wanted: boolean, result: unknown, run: () => Promise<void>): void {
  const visible = useDocumentVisibility() === 'visible';
  const running = useRef(false);
  const again = useEffectEvent(() => {
    if (running.current) return;
    running.current = true;
    void run().finally(() => {
      running.current = false;
    });
  });
  useEffect(() => {
    if (!wanted || !visible) return;
    const timer = setTimeout(() => again(), result ? pause : 0);
    return () => clearTimeout(timer);
  }, [wanted, visible, result]);
}
