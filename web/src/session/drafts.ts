/**
 * What was typed into forms and not saved. It is kept in this tab, where whoever typed it comes back to it: from another
 * page, or after a session that ended meanwhile.
 */
const mark = 'selaras.draft.';

export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(mark + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft in the place of the one before it; nothing keeps none. */
export function keepDraft(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(mark + name, JSON.stringify(draft));
    else sessionStorage.removeItem(mark + name);
  } catch {
    // A browser may forbid it, or have no room; then nothing is kept, and everything works.
  }
}

/** Whoever leaves leaves nothing behind. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(mark)) sessionStorage.removeItem(name);
  }
}
