import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormField } from './declaration';
import { useChoices } from './useChoices';

interface Props {
  field: FormField;
  /** What the input is called in the page, which for a line of a list has the line's number in it. */
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  required: boolean;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

/** One input, of the sort that the field asks for. */
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
    // A value of before that is no option any more is shown and kept, not quietly replaced.
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
        {/* The server has looked for what is typed, by code and by name; the browser offers it, and costs no script. */}
        <datalist id={listId}>
          {choices.map(({ code, name: called }) => (
            <option key={code} value={code} label={called ? `${code} ${called}` : code} />
          ))}
        </datalist>
      </>
    );
  }
  return <TextInput {...shared} type={field.type ?? 'text'} autoComplete={field.autoComplete ?? 'off'} />;
}
