const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs once at the user's first move, touch or key. Code for the next step is fetched then: late enough not to delay the
 * page, early enough to survive a lost connection. Returns a function that cancels it.
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

/** Browsers also send a move when the page moves under a resting pointer. */
function isAtRest(sign: Event): boolean {
  return sign.type === 'pointermove' && sign instanceof MouseEvent && !sign.movementX && !sign.movementY;
}
