import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormField } from './declaration';
import { useChoices } from './useChoices';

interface Props {
  field: FormField;
  /** The input's name in the page; for a line of a list it contains the line's number. */
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  required: boolean;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

/** One input, of the type that the field needs. */
export function FormInput({ field, name, label, value, error, required, hint, onChange }: Props) {
  const { t } = useTranslation();
  const choices = useChoices(field.choices, value);
  const listId = useId();
  const shared = {
    name,
    label,
    value,
    error,
    required,
    description: hint,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field.options) {
    // A stored value that is no longer an option stays selectable, so that saving does not replace it.
    const options = [...new Set(['', ...field.options, value])];
    return (
      <NativeSelect
        {...shared}
        data={options.map((option) => ({
          value: option,
          label: option
            ? t([`roles.${option}`, `state.${option}`], { defaultValue: option })
            : t('form.choose'),
        }))}
      />
    );
  }
  if (field.type === 'password') {
    return (
      <PasswordInput
        {...shared}
        autoComplete={field.autoComplete ?? 'off'}
        visibilityToggleButtonProps={{ 'aria-label': t('session.show_password') }}
      />
    );
  }
  if (field.choices) {
    return (
      <>
        <TextInput {...shared} list={listId} autoComplete="off" />
        {/* The server searches by code and name. The browser shows the suggestions, which needs no script. */}
        <datalist id={listId}>
          {choices.map(({ code, name: rowName }) => (
            <option key={code} value={code} label={rowName ? `${code} ${rowName}` : code} />
          ))}
        </datalist>
      </>
    );
  }
  return <TextInput {...shared} type={field.type ?? 'text'} autoComplete={field.autoComplete ?? 'off'} />;
}
