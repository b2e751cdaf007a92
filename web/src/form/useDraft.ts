import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepDraft, readDraft } from '../session/drafts';
import { session } from '../session/session';
import { type FormField, type FormValues, typedValues, withTyped } from './declaration';

interface Draft {
  values: FormValues;
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
  const [values, setValues] = useState(() => withTyped(fields, start, readDraft(name)));
  const [restored, setRestored] = useState(() => typedValues(fields, start, values) !== null);
  useEffect(() => keepDraft(name, typedValues(fields, start, values)), [name, fields, start, values]);
  return {
    values,
    setValues,
    restored,
    forget: () => keepDraft(name, null),
    discard: () => {
      setValues(start);
      setRestored(false);
    },
  };
}
