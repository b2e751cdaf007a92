import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';
import { LinkedFilters } from './LinkedFilters';
import { MissingFilter } from './MissingFilter';
import { missingFilter } from './missing';
import { ValueFilters } from './ValueFilters';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  onChange: (filters: ListAddress['filters']) => void;
}

/** The filters by state and by value. The source's rows have none. */
export function StateFilters({ list, address, onChange }: Props) {
  const { t } = useTranslation();
  if (address.tab !== 'dashboard') return null;
  const selectFilters = list.filters.filter(({ field }) => field !== missingFilter.field);
  return (
    <>
      {selectFilters.map(({ field, options }) => (
        <NativeSelect
          key={field}
          size="xs"
          className="list-filter"
          aria-label={t(`fields.${field}`)}
          value={address.filters[field] ?? ''}
          data={[
            { value: '', label: `${t(`fields.${field}`)}: ${t('list.all').toLowerCase()}` },
            ...options.map((value) => ({
              value,
              label: `${t(`fields.${field}`)}: ${t(`state.${value}`, { defaultValue: value })}`,
            })),
          ]}
          onChange={(event) => {
            const { [field]: _before, ...others } = address.filters;
            const { value } = event.currentTarget;
            onChange(value ? { ...others, [field]: value } : others);
          }}
        />
      ))}
      {selectFilters.length < list.filters.length && (
        <MissingFilter list={list} address={address} onChange={onChange} />
      )}
      <ValueFilters list={list} address={address} onChange={onChange} />
      <LinkedFilters list={list} address={address} onChange={onChange} />
    </>
  );
}
