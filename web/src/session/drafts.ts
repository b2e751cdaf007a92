/**
 * Unsaved form input. It is stored in this tab, and survives a visit to another page or an ended session of the same user.
 */
const keyPrefix = 'selaras.draft.';

export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyPrefix + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a draft in place of the previous one; null deletes it. */
export function saveDraft(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(keyPrefix + name, JSON.stringify(draft));
    else sessionStorage.removeItem(keyPrefix + name);
  } catch {
    // Storage may be blocked or full. Then no draft is stored, and everything works.
  }
}

/** Deletes all drafts, on logout. */
export function deleteDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(keyPrefix)) sessionStorage.removeItem(name);
  }
}
