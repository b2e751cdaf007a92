const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs once the person first moves, touches or types. What they may need next is fetched then: not so early that it
 * delays the page, and not so late that a connection lost meanwhile keeps it away. Returns what calls it off.
 */
export function whenPresent(run: () => void): () => void {
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, once);
  };
  function once(sign: Event) {
    if (isAtRest(sign)) return;
    stop();
    run();
  }
  for (const sign of signs) window.addEventListener(sign, once, { passive: true });
  return stop;
}

/** Browsers tell of a move also where the page has moved under a pointer that rests. */
function isAtRest(sign: Event): boolean {
  return sign.type === 'pointermove' && sign instanceof MouseEvent && !sign.movementX && !sign.movementY;
}
