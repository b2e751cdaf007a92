import { useEffect, useState } from 'react';

const minute = 60_000;

/** The time, anew each minute: on a page that is left open, how long ago something was does not stand still. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
