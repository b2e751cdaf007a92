import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus into the new page after navigation by keyboard. The focused element disappeared with the old page, so the
 * next Tab would start at the top of the frame.
 */
export function usePageFocus(): void {
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
