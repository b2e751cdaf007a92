import { useEffect, useRef, useState } from 'react';

/** Milliseconds. Shorter work shows no progress. */
const soon = 150;

type Work = (isWanted: () => boolean) => Promise<void>;

/**
 * Runs one work at a time for the content `of`. The same work is not started twice; another work replaces it. `isWanted`
 * returns false once other content is on screen. The first value is true while work is under way.
 */
export function useOneAtATime(of: string): [boolean, (name: string, work: Work) => Promise<void>] {
  const [under, setUnder] = useState<string | null>(null);
  const round = useRef<{ of: string; name: string } | null>(null);
  const shown = useRef(of);
  shown.current = of;
  const gone = useRef(false);
  // React's strict mode runs effects twice at first; work from the first run is still wanted.
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  async function begin(name: string, work: Work): Promise<void> {
    if (round.current?.of === of && round.current.name === name) return;
    const own = { of, name };
    round.current = own;
    const isLatest = () => !gone.current && round.current === own;
    const timer = setTimeout(() => {
      if (isLatest()) setUnder(of);
    }, soon);
    try {
      await work(() => isLatest() && shown.current === of);
    } finally {
      clearTimeout(timer);
      if (round.current === own) {
        round.current = null;
        setUnder(null);
      }
    }
  }
  return [under === of, begin];
}
