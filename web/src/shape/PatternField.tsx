import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Shape.module.css';

interface Props {
  label: string;
  about?: string;
  value: string;
  /** The pattern if the field is empty. */
  usual: string;
  /** The fields that the pattern may have. */
  fields: readonly string[];
  fault: string | undefined;
  onChange: (pattern: string) => void;
}

const placeholderOf = (field: string) => `{{ ${field} }}`;

/** A pattern of names, with its fields to insert where the cursor is. */
export function PatternField({ label, about, value, usual, fields, fault, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  function insert(field: string) {
    const text = value || usual;
    const box = input.current;
    const at = value && box?.selectionStart != null ? box.selectionStart : text.length;
    const end = value && box?.selectionEnd != null ? box.selectionEnd : at;
    onChange(text.slice(0, at) + placeholderOf(field) + text.slice(end));
    box?.focus();
  }
  return (
    <div>
      <TextInput
        ref={input}
        label={label}
        description={about}
        value={value}
        placeholder={usual}
        error={fault}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.pattern ?? '' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <details className={classes.insert}>
        <summary>{t('shape.fields', { label })}</summary>
        <div className={classes.chips}>
          {fields.map((field) => (
            <Button key={field} size="compact-xs" variant="default" onClick={() => insert(field)}>
              {field}
            </Button>
          ))}
        </div>
        <p>{t('shape.filters')} lower, upper, trim, truncate(20), default("…").</p>
      </details>
    </div>
  );
}
