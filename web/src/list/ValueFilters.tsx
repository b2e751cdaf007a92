import { Button } from '@mantine/core';
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../message/onDemand';
import { freeFields, type ListAddress } from './address';
import type { ListDeclaration, ValueFilter } from './declaration';
import { filterName, valuesQuery } from './filterValues';

const ValueFilterMenu = onDemand(() => import('./ValueFilterMenu').then((module) => module.ValueFilterMenu));

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  onChange: (filters: ListAddress['filters']) => void;
}

/** The filters by value: each as a button that removes it, and one that adds another. */
export function ValueFilters({ list, address, onChange }: Props) {
  const { t } = useTranslation();
  const fields = freeFields(list, address.scope);
  if (fields.length === 0) return null;
  return (
    <>
      {fields.map((filter) => {
        const { [filter.field]: value, ...others } = address.filters;
        if (value === undefined) return null;
        return (
          <SetFilter
            key={filter.field}
            list={list}
            filter={filter}
            value={value}
            onClear={() => onChange(others)}
          />
        );
      })}
      <ValueFilterMenu
        list={list}
        fields={fields}
        onChoose={(field, value) => onChange({ ...address.filters, [field]: value })}
        button={(opener) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilterPlus size={14} aria-hidden />}
            aria-haspopup="listbox"
            {...opener}
          >
            {t('filters.add')}
          </Button>
        )}
      />
    </>
  );
}

interface SetProps {
  list: ListDeclaration;
  filter: ValueFilter;
  value: string;
  onClear: () => void;
}

/** A filter that is set. Until its value's name is known it shows the value. */
function SetFilter({ list, filter, value, onClear }: SetProps) {
  const { t } = useTranslation();
  const { data } = useQuery(valuesQuery(list, filter));
  const name = data?.values.find((each) => each.value === value)?.name ?? value;
  const field = t(filterName(filter.field));
  return (
    <Button
      size="xs"
      variant="light"
      className="set-filter"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('filters.clear', { field, value: name })}
      onClick={onClear}
    >
      {field}: {name}
    </Button>
  );
}
