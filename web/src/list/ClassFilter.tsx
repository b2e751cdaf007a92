import { Combobox, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, send } from '../api/client';
import { useFailureText } from '../texts/failure';
import { classParameter } from './address';
import { ClassButton } from './ClassButton';
import type { ClassScope } from './declaration';
import { classLabel } from './requests';

export interface ClassFilterProps {
  of: ClassScope;
  scope: Record<string, string>;
  onChange: (scope: Record<string, string>) => void;
}

/** The scope that a class row stands for. */
export function scopeOf(of: ClassScope, row: Row): Record<string, string> {
  const scope: Record<string, string> = { [classParameter]: String(row.kelas_id ?? row.id ?? '') };
  for (const [field, from] of Object.entries(of.fields)) scope[field] = String(row[from] ?? '');
  return scope;
}

/** The class dropdown. A campus has thousands of classes, so the server searches them and the first ones are listed. */
export function ClassFilter({ of, scope, onChange }: ClassFilterProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const classes = useQuery({
    queryKey: ['list', 'class-options', of.options.path, q],
    queryFn: ({ signal }) =>
      send<Row[]>(of.options, {
        query: { page: 0, per_page: 100, sort: 'nama_mata_kuliah', order: 'asc', ...(q ? { q } : {}) },
        signal,
      }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const options = (classes.data?.data ?? []).map((row) => scopeOf(of, row));

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(place) => {
        const picked = options[Number(place)];
        if (picked) onChange(picked);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <ClassButton
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
          placeholder={t('class_filter.search')}
          aria-label={t('class_filter.search')}
          rightSection={classes.isFetching ? <Loader size={14} /> : undefined}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('class_filter.label')}>
          {classes.isError ? (
            <Combobox.Empty role="alert">
              {t('class_filter.failed')} {failureText(classes.error)}
            </Combobox.Empty>
          ) : options.length === 0 && !classes.isFetching ? (
            <Combobox.Empty>{t('class_filter.none')}</Combobox.Empty>
          ) : (
            options.map((option, place) => (
              <Combobox.Option
                key={Object.values(option).join(' ')}
                value={String(place)}
                active={option[classParameter] === scope[classParameter]}
              >
                {classLabel(option)}
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
