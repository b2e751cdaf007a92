import { useTranslation } from 'react-i18next';
import classes from './Person.module.css';

export interface Changed {
  field: string;
  old: string;
  new: string;
}

/** Changed fields, each with its old and new value. */
export function Changes({ changes }: { changes: readonly Changed[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  // Roles have translated names.
  const shown = (field: string, value: string) =>
    field === 'role' ? t(`roles.${value}`, { defaultValue: value }) : value || t('confirm.empty_value');
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          {t(`fields.${change.field}`, { defaultValue: change.field })}:{' '}
          <del>{shown(change.field, change.old)}</del> → <ins>{shown(change.field, change.new)}</ins>
        </li>
      ))}
    </ul>
  );
}
