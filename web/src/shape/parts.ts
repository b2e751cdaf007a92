/** The parts of the page, in its order, with the fields that the server may refuse in each. */
const fieldsOf = {
  courses: ['course', 'categories'],
  names: ['fullname', 'shortname', 'group', 'names'],
  semester: ['new_courses', 'dates', 'ended'],
  templates: ['templates'],
  teachers: ['roles'],
  accounts: ['username', 'email_domain', 'shared_emails', 'profile'],
  cohorts: ['cohorts'],
} as const;

export type ShapePart = keyof typeof fieldsOf;

export const parts = Object.keys(fieldsOf) as ShapePart[];

/** The id of a part in the page, which is in its address, too. */
export const partId = (part: ShapePart) => `bentuk-${part}`;

/** True if the server refuses a field of this part. A field in a field, such as `roles.asisten`, is of the outer one. */
export function hasFault(part: ShapePart, faults: Readonly<Record<string, string>>): boolean {
  const fields: readonly string[] = fieldsOf[part];
  return Object.keys(faults).some((field) => fields.includes(field.split('.')[0] ?? ''));
}
