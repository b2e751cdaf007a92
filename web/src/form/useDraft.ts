import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepDraft, readDraft } from '../session/drafts';
import { session } from '../session/session';
import { type FormField, type FormValues, typedValues, withTyped } from './declaration';

/** A draft as it is kept: what was typed, and what the row had there by then. */
interface Kept {
  typed?: unknown;
  seen?: unknown;
}

interface Draft {
  values: FormValues;
  /** What each field had when it was typed into: as it is now, or was when what is restored was typed. */
  seen: FormValues;
  setValues: Dispatch<SetStateAction<FormValues>>;
  /** What was typed here before and not saved is in the values. */
  restored: boolean;
  /** Nothing is kept of what was typed: it was saved. */
  forget: () => void;
  /** Begins anew, with nothing typed. */
  discard: () => void;
}

/** The values of a form, with what was typed into the form of that name before and not saved; it is kept as it is typed. */
export function useDraft(form: string, fields: readonly FormField[], start: FormValues): Draft {
  // The name of who typed it is taken once: the session may end while they type.
  const [name] = useState(() => `${session()?.user.username ?? ''}.${form}`);
  const [kept] = useState((): Kept => readDraft(name) ?? {});
  const [values, setValues] = useState(() => withTyped(fields, start, kept.typed));
  const [seen, setSeen] = useState(() => withTyped(fields, start, kept.seen));
  const [restored, setRestored] = useState(() => typedValues(fields, start, values) !== null);
  useEffect(() => {
    const typed = typedValues(fields, start, values);
    const had = Object.fromEntries(Object.keys(typed ?? {}).map((field) => [field, seen[field]]));
    keepDraft(name, typed && { typed, seen: had });
  }, [name, fields, start, seen, values]);
  return {
    values,
    seen,
    setValues,
    restored,
    forget: () => keepDraft(name, null),
    discard: () => {
      setValues(start);
      setSeen(start);
      setRestored(false);
    },
  };
}
