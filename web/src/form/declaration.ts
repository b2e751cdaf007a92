import type { PostPath } from '../api/client';

export interface FormField {
  /** The field in the call; its label is the text `fields.<name>`. */
  name: string;
  type?: 'text' | 'email';
  autoComplete?: string;
}

/** Everything that the form screen has to be told about a kind of data. */
export interface FormDeclaration {
  /** Names the kind in texts: `kinds.<id>.create`, `.update` and `.required.<field>`. */
  id: string;
  fields: readonly FormField[];
  create: PostPath;
  detail: PostPath;
  update: PostPath;
}

export type FormValues = Record<string, string>;

/** The fields that are still empty. All fields are required, and a space is no answer. */
export function emptyFields(form: Pick<FormDeclaration, 'fields'>, values: FormValues): string[] {
  return form.fields.map((field) => field.name).filter((name) => !values[name]?.trim());
}

/** The values of a form from what the server knows, which may hold more, or less. */
export function valuesOf(form: Pick<FormDeclaration, 'fields'>, detail: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    form.fields.map(({ name }) => {
      const value = detail[name];
      return [name, value === null || value === undefined ? '' : String(value)];
    }),
  );
}
