import { useTranslation } from 'react-i18next';
import classes from './Person.module.css';

export interface FieldChange {
  field: string;
  old: string;
  new: string;
}

/** Changed fields, each with its old and new value. */
export function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  // Roles have translated names.
  const displayText = (field: string, value: string) =>
    field === 'role' ? t(`roles.${value}`, { defaultValue: value }) : value || t('confirm.empty_value');
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          {t(`fields.${change.field}`, { defaultValue: change.field })}:{' '}
          <del>{displayText(change.field, change.old)}</del> →{' '}
          <ins>{displayText(change.field, change.new)}</ins>
        </li>
      ))}
    </ul>
  );
}
