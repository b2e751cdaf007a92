import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The state of a popover that replaces a button, once its code is fetched: it opens, and its button gets the focus that the
 * replaced one had. Closing the popover then returns the focus to it.
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
