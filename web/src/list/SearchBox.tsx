import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  /** The label of the searched content, if it is not a table. */
  label?: string;
  onChange: (value: string) => void;
}

/** Typing shows at once. The search starts after a short pause, so that not every letter sends a request. */
export function SearchBox({ value, label, onChange }: Props) {
  const { t } = useTranslation();
  const name = label ?? t('list.search');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const lastSearch = useRef(value);
  const search = useDebouncedCallback((next: string) => {
    lastSearch.current = next;
    onChange(next);
  }, 300);

  // The address may change without typing, by the back button or by "clear filters".
  useEffect(() => {
    if (value !== lastSearch.current) {
      lastSearch.current = value;
      setTyped(value);
    }
  }, [value]);

  useHotkeys([['/', () => input.current?.focus()]]);

  function clear() {
    search.cancel();
    setTyped('');
    lastSearch.current = '';
    onChange('');
    input.current?.focus();
  }

  return (
    <TextInput
      ref={input}
      className="list-search"
      type="text"
      role="searchbox"
      size="xs"
      aria-label={name}
      placeholder={name}
      value={typed}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed && <CloseButton size="xs" aria-label={t('list.clear_search')} onClick={clear} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) {
          event.stopPropagation();
          clear();
        }
      }}
    />
  );
}
