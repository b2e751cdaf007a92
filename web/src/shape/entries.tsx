import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The entries without that of one name. */
export function without<T>(entries: Readonly<Record<string, T>>, name: string): Record<string, T> {
  const { [name]: _, ...others } = entries;
  return others;
}

interface RemoveProps {
  name: string;
  /** Distances that bring it to the height of its entry's field. */
  mt?: number;
  mb?: number;
  onClick: () => void;
}

/** Removes an entry. */
export function RemoveEntry({ name, ...props }: RemoveProps) {
  const { t } = useTranslation();
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t('shape.without', { level: name })} {...props}>
      <IconX size={15} aria-hidden />
    </ActionIcon>
  );
}

interface AddProps {
  label: string;
  /** The label of its button. */
  action: string;
  /** The name of the entry that a typed text stands for. */
  nameOf: (text: string) => string;
  entries: Readonly<Record<string, unknown>>;
  onAdd: (name: string) => void;
}

/** Adds an entry with a typed name. */
export function AddEntry({ label, action, nameOf, entries, onAdd }: AddProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const name = nameOf(text);
  return (
    <Group gap={6} align="flex-end">
      <TextInput
        size="xs"
        label={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        disabled={text === '' || name in entries}
        onClick={() => {
          onAdd(name);
          setTyped('');
        }}
      >
        {action}
      </Button>
    </Group>
  );
}
