import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The state of a popover whose code has just been fetched: it opens, and its own button takes the focus that the button before
 * it had. So closing it returns the focus.
 */
export function useOpening(): [RefObject<HTMLButtonElement | null>, boolean, (opened: boolean) => void] {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return [button, opened, setOpened];
}
