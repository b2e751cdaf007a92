import { Combobox, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, send } from '../api/client';
import { useFailureText } from '../texts/failure';
import type { Narrowing } from './declaration';
import { scopeLabel } from './requests';
import { ScopeButton } from './ScopeButton';

interface ScopeFilterProps {
  of: Narrowing;
  scope: Record<string, string>;
  onChange: (scope: Record<string, string>) => void;
}

/** The scope that an option stands for. */
function scopeOf(of: Narrowing, row: Row): Record<string, string> {
  const scope: Record<string, string> = { [of.id]: of.optionLabel(row) };
  for (const [field, from] of Object.entries(of.fields)) scope[field] = String(row[from] ?? '');
  return scope;
}

/** The dropdown. A campus has thousands of classes, so the server searches them and the dropdown shows the first ones. */
export function ScopeFilter({ of, scope, onChange }: ScopeFilterProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const text = (name: string) => t(`${of.id}_filter.${name}`);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // The first render happens because the user opens the dropdown. Opening it here moves the focus to the search, too.
  const { openDropdown } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, regardless of later changes
  useEffect(() => openDropdown(), []);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const rows = useQuery({
    queryKey: ['list', 'options', of.options.path, q],
    queryFn: ({ signal }) =>
      send<Row[]>(of.options, {
        query: { page: 0, per_page: 100, sort: of.sort, order: 'asc', ...(q ? { q } : {}) },
        signal,
      }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const options = (rows.data?.data ?? []).map((row) => scopeOf(of, row));

  return (
    <Combobox
      store={combobox}
      size="xs"
      // Wider than its button, to fit a class's name; Mantine keeps it on the screen.
      width={340}
      position="bottom-start"
      onOptionSubmit={(place) => {
        const option = options[Number(place)];
        if (option) onChange(option);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <ScopeButton
          of={of}
          scope={scope}
          opened={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
          onClear={() => onChange({})}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={text('search')}
          aria-label={text('search')}
          rightSection={rows.isFetching ? <Loader size={14} /> : undefined}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={text('label')}>
          {rows.isError && (
            <Combobox.Empty role="alert">
              {text('failed')} {failureText(rows.error)}
            </Combobox.Empty>
          )}
          {!rows.isError && !rows.isFetching && options.length === 0 && (
            <Combobox.Empty>{text('none')}</Combobox.Empty>
          )}
          {options.map((option, place) => (
            <Combobox.Option
              key={Object.values(option).join(' ')}
              value={String(place)}
              active={Object.entries(option).every(([field, value]) => scope[field] === value)}
            >
              {scopeLabel(of, option)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
