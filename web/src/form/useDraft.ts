import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { readDraft, saveDraft } from '../session/drafts';
import { session } from '../session/session';
import { changedValues, type FormField, type FormValues, withDraft } from './declaration';

/** A stored draft: the typed values, and the row's values when they were typed. */
interface StoredDraft {
  typed?: unknown;
  seen?: unknown;
}

interface Draft {
  values: FormValues;
  /** The value of each field when the user edited it: the current one, or the one stored with a restored draft. */
  seen: FormValues;
  setValues: Dispatch<SetStateAction<FormValues>>;
  /** True if the values contain a restored draft. */
  restored: boolean;
  /** Deletes the stored draft after saving. */
  forget: () => void;
  /** Discards the draft and starts again from the row. */
  discard: () => void;
}

/** The values of a form, with its unsaved draft restored. The draft is stored while the user types. */
export function useDraft(form: string, fields: readonly FormField[], start: FormValues): Draft {
  // The user name is read once, because the session may end while the user types.
  const [name] = useState(() => `${session()?.user.username ?? ''}.${form}`);
  const [stored] = useState((): StoredDraft => readDraft(name) ?? {});
  const [values, setValues] = useState(() => withDraft(fields, start, stored.typed));
  const [seen, setSeen] = useState(() => withDraft(fields, start, stored.seen));
  const [restored, setRestored] = useState(() => changedValues(fields, start, values) !== null);
  useEffect(() => {
    const typed = changedValues(fields, start, values);
    const seenValues = Object.fromEntries(Object.keys(typed ?? {}).map((field) => [field, seen[field]]));
    saveDraft(name, typed && { typed, seen: seenValues });
  }, [name, fields, start, seen, values]);
  return {
    values,
    seen,
    setValues,
    restored,
    forget: () => saveDraft(name, null),
    discard: () => {
      setValues(start);
      setSeen(start);
      setRestored(false);
    },
  };
}
