import { type RefObject, useEffect } from 'react';

/** The attribute that marks a row and holds its name. */
const rowAttribute = 'data-row';

/** The attribute of the rows that the side panel shows. */
const openAttribute = 'data-open';

/** True where typing is text, or where a dialog or menu has its own keys. */
function hasOwnKeys(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input[type=checkbox]')) return false;
  return (
    target.matches('input, textarea, select, [contenteditable]') || target.closest('[role=menu]') !== null
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard navigation in a table: j and k, or the arrows on a focused row, move between rows; x chooses a row, Enter opens
 * it in the side panel. An open panel follows the rows, and keeps the focus if it has it. Of several tables the focused one
 * applies, otherwise the first.
 */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  choose: ((row: string) => void) | undefined,
  open: ((row: string) => void) | undefined,
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const here = table.current;
      if (!here || event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target)) return;
      const inside = here.contains(document.activeElement);
      const first = document.querySelector(`:has(> [${rowAttribute}], > tbody > [${rowAttribute}])`);
      const other = document.activeElement?.closest('[data-rows]');
      if (!inside && (other || !first || !here.contains(first))) return;
      const current = document.activeElement?.closest(`[${rowAttribute}]`);
      const by = steps[event.key];
      if (by && (event.key.length === 1 || current)) {
        const rows = [...here.querySelectorAll<HTMLElement>(`[${rowAttribute}]`)];
        // A person may have several rows, so a step leaves all of them.
        const shown = rows.filter((row) => row.hasAttribute(openAttribute));
        const from = current ?? (by > 0 ? shown.at(-1) : shown[0]) ?? null;
        const at = rows.findIndex((row) => row.isSameNode(from));
        const next = rows[at < 0 ? 0 : at + by];
        if (!next) return;
        event.preventDefault();
        if (current || shown.length === 0) next.focus();
        next.scrollIntoView({ block: 'nearest' });
        if (shown.length > 0) open?.(next.getAttribute(rowAttribute) ?? '');
      } else if (event.key === 'x' && current && choose) {
        const name = current.getAttribute(rowAttribute);
        if (name === null) return;
        event.preventDefault();
        choose(name);
      } else if (event.key === 'Enter' && open && document.activeElement === current) {
        event.preventDefault();
        open(current?.getAttribute(rowAttribute) ?? '');
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [table, choose, open]);
}
