import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchQuery } from '../search/searchQuery';
import { useFailureText } from '../texts/failure';

/** An option of some kind. */
export interface Option {
  kind: string;
  number: string;
  label: string;
}

interface Props {
  /** The label, shown above the field or for screen readers only. */
  label: string;
  hideLabel?: boolean;
  placeholder: string;
  kinds: readonly string[];
  /** The options before anything is typed. */
  offered?: readonly Option[];
  value?: Option | null;
  error?: string | undefined;
  onChange: (chosen: Option) => void;
}

const nameOf = ({ kind, number }: Option) => `${kind} ${number}`;

/** A select with server-side search: a campus has too many people and classes for a list. */
export function FoundSelect({
  label,
  hideLabel,
  placeholder,
  kinds,
  offered = [],
  value,
  error,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const isShown = value !== undefined && value !== null && typed === textOf(value);
  const searched = isShown ? '' : q;
  const found = useQuery(searchQuery(searched));
  const matching = (found.data ?? [])
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ kind, rows }) =>
      rows.map(({ number, label: name, detail }) => ({ kind, number, label: name, detail })),
    );
  const options: (Option & { detail?: string })[] = searched === '' ? [...offered] : matching;
  if (value && !options.some((option) => nameOf(option) === nameOf(value))) options.push(value);

  /** The reason for an empty list. "Nothing found" needs the server's answer to the current text. */
  function whyNothing(): string {
    if (isShown || typed.trim() === '') return t('zoom.type_to_search');
    if (typed.trim() !== q || found.isFetching) return t('search.looking');
    return found.isError ? failureText(found.error) : t('zoom.nothing_found');
  }

  return (
    <Select
      size="xs"
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      searchable
      value={value ? nameOf(value) : null}
      data={options.map((option) => ({ value: nameOf(option), label: textOf(option) }))}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(name) => {
        const chosen = options.find((option) => nameOf(option) === name);
        if (chosen) onChange(chosen);
      }}
      error={error}
      nothingFoundMessage={whyNothing()}
      w={{ base: '100%', sm: 300 }}
    />
  );
}

function textOf({ kind, number, label, detail }: Option & { detail?: string }): string {
  return kind === 'kelas' ? [label, detail].filter(Boolean).join(' · ') : `${label} (${number})`;
}
