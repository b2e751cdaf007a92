import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The place of a dropped column: before or after another one. */
export interface DropPlace {
  target: string;
  side: 'before' | 'after';
}

interface Heading {
  id: string;
  left: number;
  right: number;
}

/** Pixels that the pointer moves before a press on a heading becomes a drag. */
const threshold = 6;
/** Pixels from the end of the table at which dragging scrolls it, and by how much per move. */
const [edge, step] = [48, 24];

/** The place for a column dropped at `x`; null if it would stay where it is. */
export function dropPlace(headings: readonly Heading[], id: string, x: number): DropPlace | null {
  const from = headings.findIndex((heading) => heading.id === id);
  const under = headings.findIndex(({ right }) => x < right);
  const target = headings[under < 0 ? headings.length - 1 : under];
  if (from < 0 || !target) return null;
  const side = x < (target.left + target.right) / 2 ? 'before' : 'after';
  const to = headings.indexOf(target) + (side === 'after' ? 1 : 0);
  return to === from || to === from + 1 ? null : { target: target.id, side };
}

/** The headings that can be dragged, as far as pinned columns do not cover them. */
function headingsOf(table: HTMLElement): { headings: Heading[]; end: number } {
  const pinned = table.querySelector('th[data-pinned], th:last-child:not([data-column])');
  const headings = [...table.querySelectorAll<HTMLElement>('th[data-column]')].map((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return { id: cell.dataset.column ?? '', left, right };
  });
  const end = Math.min(
    table.getBoundingClientRect().right,
    pinned?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY,
  );
  return { headings, end };
}

/**
 * Dragging a heading with a mouse or a pen moves its column; Escape cancels. A finger scrolls the table instead, and the
 * menu of columns moves them with fingers and by keyboard.
 */
export function useColumnDrag(
  table: RefObject<HTMLElement | null>,
  onMove: ((id: string, place: DropPlace) => void) | undefined,
) {
  const [dragged, setDragged] = useState<{ id: string; place: DropPlace | null } | null>(null);
  const stop = useRef<() => void>(undefined);
  const hasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  function press(id: string, { button, pointerType, clientX: start }: PointerEvent) {
    hasDragged.current = false;
    if (!onMove || button !== 0 || pointerType === 'touch') return;
    let place: DropPlace | null = null;
    const control = new AbortController();
    const { signal } = control;
    const end = () => {
      control.abort();
      setDragged(null);
    };
    stop.current = end;
    const move = ({ clientX, buttons }: globalThis.PointerEvent) => {
      // The button was released where this page does not see it.
      if (buttons === 0) return end();
      const here = table.current;
      if (!here || (!hasDragged.current && Math.abs(clientX - start) < threshold)) return;
      hasDragged.current = true;
      const { headings, end: visibleEnd } = headingsOf(here);
      if (clientX > visibleEnd - edge) here.scrollLeft += step;
      else if (clientX < (headings[0]?.right ?? 0) + edge) here.scrollLeft -= step;
      place = dropPlace(headings, id, Math.min(clientX, visibleEnd - 1));
      setDragged({ id, place });
    };
    const release = () => {
      end();
      if (hasDragged.current && place) onMove(id, place);
    };
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && end();
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', cancel, { signal });
  }

  return {
    isDragging: dragged !== null,
    headingProps: (id: string) =>
      onMove && {
        'data-column': id,
        'data-dragged': dragged?.id === id || undefined,
        'data-drop': dragged?.place?.target === id ? dragged.place.side : undefined,
        onPointerDown: (event: PointerEvent) => press(id, event),
        // The click at the end of a drag does not sort. A click by keyboard has no count.
        onClickCapture: (event: MouseEvent) => {
          if (hasDragged.current && event.detail > 0) event.stopPropagation();
        },
      },
  };
}
