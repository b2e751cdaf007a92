import { useEffect, useState } from 'react';

const minute = 60_000;

/** The current time, updated each minute, so that displayed ages stay correct on an open page. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
