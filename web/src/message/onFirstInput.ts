const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs once at the user's first move, touch or key press. Code for the next step is fetched then: late enough not to delay the
 * page, early enough to survive a lost connection. Returns a function that cancels it.
 */
export function onFirstInput(run: () => void): () => void {
  const stop = () => {
    for (const event of inputEvents) window.removeEventListener(event, once);
  };
  function once(event: Event) {
    if (isAtRest(event)) return;
    stop();
    run();
  }
  for (const event of inputEvents) window.addEventListener(event, once, { passive: true });
  return stop;
}

/** Browsers also send a move when the page moves under a resting pointer. */
function isAtRest(event: Event): boolean {
  return event.type === 'pointermove' && event instanceof MouseEvent && !event.movementX && !event.movementY;
}
