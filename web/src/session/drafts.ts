/**
 * Unsaved form input. It is stored in this tab, and survives a visit to another page or an ended session of the same user.
 */
const mark = 'selaras.draft.';

export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(mark + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a draft in place of the previous one; null deletes it. */
export function keepDraft(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(mark + name, JSON.stringify(draft));
    else sessionStorage.removeItem(mark + name);
  } catch {
    // Storage may be blocked or full. Then no draft is stored, and everything works.
  }
}

/** Deletes all drafts, on logout. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(mark)) sessionStorage.removeItem(name);
  }
}
