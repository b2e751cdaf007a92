import { useEffect, useRef, useState } from 'react';

/** Milliseconds: what takes no longer shows nothing of having been under way. */
const soon = 150;

type Work = (isWanted: () => boolean) => Promise<void>;

/**
 * Does one thing at a time about what is on screen, which `of` names: asked for again meanwhile, it is not begun twice, and
 * another takes its place. By the time that an answer comes something else may be on screen, or nothing; `isWanted` knows.
 * Tells also whether something is under way.
 */
export function useOneAtATime(of: string): [boolean, (name: string, work: Work) => Promise<void>] {
  const [under, setUnder] = useState<string | null>(null);
  const round = useRef<{ of: string; name: string } | null>(null);
  const shown = useRef(of);
  shown.current = of;
  const gone = useRef(false);
  // React may draw twice at first, and what was begun by then is still wanted.
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
