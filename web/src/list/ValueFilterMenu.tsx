import { Button, Combobox, Loader, Text, useCombobox } from '@mantine/core';
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { filterMenus } from '../texts/filterMenus';
import { formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import type { ListDeclaration, ValueFilter } from './declaration';
import { filterName, valuesQuery } from './filterValues';

addTexts('filter_menus', filterMenus);

interface Props {
  list: ListDeclaration;
  fields: readonly ValueFilter[];
  onChoose: (field: string, value: string) => void;
}

/** The menu that adds a filter: first the fields, then the values of the chosen one, which are searched as they are typed. */
export function ValueFilterMenu({ list, fields, onChoose }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const only = fields.length === 1 ? fields[0] : undefined;
  const [chosen, setChosen] = useState(only);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setChosen(only);
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // The first render happens because the user opens the menu.
  const { openDropdown, focusSearchInput, resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, regardless of later changes
  useEffect(() => openDropdown(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the menu turns from fields to values
  useEffect(() => {
    resetSelectedOption();
    focusSearchInput();
  }, [chosen]);

  const nameOf = (field: string) => t(filterName(field));
  const { data, error, isFetching } = useQuery({
    ...valuesQuery(list, chosen ?? { field: '' }),
    enabled: chosen !== undefined && combobox.dropdownOpened,
  });
  const options = chosen
    ? (data?.values ?? [])
    : fields.map(({ field }) => ({ value: field, name: nameOf(field) }));
  const wanted = typed.trim().toLocaleLowerCase();
  const found = options.filter(({ value, name }) => `${name} ${value}`.toLocaleLowerCase().includes(wanted));
  const label = chosen ? t('filter_menus.search', { field: nameOf(chosen.field) }) : t('filter_menus.by');

  return (
    <Combobox
      store={combobox}
      size="xs"
      width={280}
      position="bottom-start"
      onOptionSubmit={(option) => {
        setTyped('');
        if (chosen) {
          onChoose(chosen.field, option);
          combobox.closeDropdown();
        } else {
          setChosen(fields.find(({ field }) => field === option));
        }
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilterPlus size={14} aria-hidden />}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {t('filters.add')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          // One of its own for each step: it keeps the id of the option that was pointed at.
          key={chosen?.field}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          placeholder={label}
          aria-label={label}
          rightSection={isFetching ? <Loader size={14} /> : undefined}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={label}>
          {error && (
            <Combobox.Empty role="alert">
              {t('filter_menus.failed')} {failureText(error)}
            </Combobox.Empty>
          )}
          {!error && !isFetching && found.length === 0 && (
            <Combobox.Empty>
              {t(options.length === 0 ? 'filter_menus.empty' : 'filter_menus.none')}
            </Combobox.Empty>
          )}
          {found.map(({ value, name }) => (
            <Combobox.Option key={value} value={value}>
              {name}
              {name !== value && chosen && (
                <Text span size="xs" c="dimmed" ml={6}>
                  {value}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {chosen && data?.more && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {t('filter_menus.first', { n: formatNumber(data.values.length) })}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
