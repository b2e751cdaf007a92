import { useEffect, useRef, useState } from 'react';

/** Milliseconds. Shorter work shows no progress. */
const showAfter = 150;

type Work = (isCurrent: () => boolean) => Promise<void>;

/**
 * Runs one work at a time for the content `of`. The same work is not started twice; another work replaces it. `isCurrent`
 * returns false once other content is on screen. The first value is true while work is under way.
 */
export function useOneAtATime(of: string): [boolean, (name: string, work: Work) => Promise<void>] {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const round = useRef<{ of: string; name: string } | null>(null);
  const latestContent = useRef(of);
  latestContent.current = of;
  const unmounted = useRef(false);
  // React's strict mode runs effects twice at first; work from the first run is still wanted.
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);

  async function run(name: string, work: Work): Promise<void> {
    if (round.current?.of === of && round.current.name === name) return;
    const ownRound = { of, name };
    round.current = ownRound;
    const isLatest = () => !unmounted.current && round.current === ownRound;
    const timer = setTimeout(() => {
      if (isLatest()) setBusyWith(of);
    }, showAfter);
    try {
      await work(() => isLatest() && latestContent.current === of);
    } finally {
      clearTimeout(timer);
      if (round.current === ownRound) {
        round.current = null;
        setBusyWith(null);
      }
    }
  }
  return [busyWith === of, run];
}
