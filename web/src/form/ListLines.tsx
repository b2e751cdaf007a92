import { ActionIcon, Anchor, Stack } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormField, inputName } from './declaration';
import { FormInput } from './FormInput';

interface Props {
  fields: readonly FormField[];
  values: Record<string, readonly string[]>;
  labelOf: (field: FormField) => string;
  errors: Record<string, string>;
  /** The row has none of these lists at the source, so they may stay empty. */
  optional?: boolean;
  onChange: (name: string, line: number, value: string) => void;
  onAdd: () => void;
  onRemove: (line: number) => void;
}

/** Lists that are filled in side by side: a line has one input of each. */
export function ListLines({
  fields,
  values,
  labelOf,
  errors,
  optional = false,
  onChange,
  onAdd,
  onRemove,
}: Props) {
  const { t } = useTranslation();
  const lines = values[fields[0]?.name ?? '']?.length ?? 0;
  const last = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  // A new line gets the focus, since the user wants to fill it in.
  useEffect(() => {
    if (added.current && lines > 0) last.current?.querySelector('input')?.focus();
    added.current = false;
  }, [lines]);

  return (
    <Stack gap="xs" align="stretch">
      {Array.from({ length: lines }, (_, line) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index
          key={line}
          ref={line === lines - 1 ? last : null}
          className="form-line"
          aria-label={t('form.line', { n: line + 1 })}
        >
          {fields.map((field) => (
            <FormInput
              key={field.name}
              field={field}
              name={inputName(field.name, line)}
              label={labelOf(field)}
              value={values[field.name]?.[line] ?? ''}
              error={errors[inputName(field.name, line)]}
              required={!optional}
              onChange={(value) => onChange(field.name, line, value)}
            />
          ))}
          {lines > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              className="form-line-end"
              data-hint={t('form.remove_line')}
              aria-label={t('form.remove_line_n', { n: line + 1 })}
              onClick={() => onRemove(line)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </fieldset>
      ))}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        onClick={() => {
          added.current = true;
          onAdd();
        }}
      >
        {t('form.add_line')}
      </Anchor>
    </Stack>
  );
}
