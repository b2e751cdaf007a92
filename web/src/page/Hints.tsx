import { useEffect, useRef, useState } from 'react';

interface Hint {
  text: string;
  x: number;
  y: number;
  below: boolean;
}

const hoverDelay = 300;

/**
 * One tooltip for the whole page: any element with `data-hint` shows it on hover and on keyboard focus. A table of a hundred
 * rows has hundreds of hints; a component around each would cost more than the rows themselves.
 */
export function Hints() {
  const [hint, setHint] = useState<Hint | null>(null);
  const target = useRef<Element | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function hide() {
      clearTimeout(timer);
      target.current = null;
      setHint(null);
    }
    function schedule(event: Event, delay: number) {
      const element = (event.target as Element | null)?.closest?.('[data-hint]') ?? null;
      if (element === target.current) return;
      hide();
      const text = element?.getAttribute('data-hint');
      if (!element || !text) return;
      target.current = element;
      timer = setTimeout(() => {
        const box = element.getBoundingClientRect();
        const below = box.top < 64;
        const margin = Math.min(170, window.innerWidth / 2);
        const x = Math.min(Math.max(box.left + box.width / 2, margin), window.innerWidth - margin);
        setHint({ text, x, y: below ? box.bottom + 6 : box.top - 6, below });
      }, delay);
    }
    const onHover = (event: PointerEvent) => {
      // Touch has no hover: a tap already performs the action.
      if (event.pointerType !== 'touch') schedule(event, hoverDelay);
    };
    const onFocus = (event: FocusEvent) => {
      if ((event.target as Element | null)?.matches?.(':focus-visible')) schedule(event, 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', onHover);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', hide, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', onHover);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);

  if (!hint) return null;
  return (
    // Hidden from screen readers, because the element's accessible name contains the text.
    <div
      className="hint"
      data-below={hint.below || undefined}
      style={{ left: hint.x, top: hint.y }}
      aria-hidden
    >
      {hint.text}
    </div>
  );
}
