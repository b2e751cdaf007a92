import { useEffect, useRef, useState } from 'react';

interface Shown {
  text: string;
  x: number;
  y: number;
  below: boolean;
}

const delay = 300;

/**
 * One tooltip for the whole page: any element with `data-hint` shows it on hover and on keyboard focus. A table of a hundred
 * rows has hundreds of hints; a component around each would cost more than the rows themselves.
 */
export function Hints() {
  const [shown, setShown] = useState<Shown | null>(null);
  const target = useRef<Element | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function hide() {
      clearTimeout(timer);
      target.current = null;
      setShown(null);
    }
    function offer(event: Event, wait: number) {
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
        setShown({ text, x, y: below ? box.bottom + 6 : box.top - 6, below });
      }, wait);
    }
    const over = (event: PointerEvent) => {
      // Touch has no hover: a tap already performs the action.
      if (event.pointerType !== 'touch') offer(event, delay);
    };
    const focus = (event: FocusEvent) => {
      if ((event.target as Element | null)?.matches?.(':focus-visible')) offer(event, 0);
    };
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', over);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', dismiss);
    document.addEventListener('scroll', hide, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', dismiss);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);

  if (!shown) return null;
  return (
    // Hidden from screen readers, because the element's accessible name contains the text.
    <div
      className="hint"
      data-below={shown.below || undefined}
      style={{ left: shown.x, top: shown.y }}
      aria-hidden
    >
      {shown.text}
    </div>
  );
}
