import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Whoever goes to another page by keyboard goes on in it: what had the focus went with the page before, and from nothing the
 * next tab would lead back to the top of the frame.
 */
export function useKeptFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
        document.getElementById('isi')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
