import { Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';
import { missingFilter } from './missing';

interface Props {
  list: Pick<ListDeclaration, 'filters'>;
  address: ListAddress;
  onChange: (filters: ListAddress['filters']) => void;
}

/** Filters that a link has set and that have no field here, each with a button that removes it. */
export function LinkedFilters({ list, address, onChange }: Props) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { reason, missing, ...others } = address.filters;
  const hasField = list.filters.some(({ field }) => field === missingFilter.field);
  const set = [
    { name: 'reason_filter', on: reason, left: missing ? { ...others, missing } : others },
    {
      name: 'gone_filter',
      on: hasField ? undefined : missing,
      left: reason ? { ...others, reason } : others,
    },
  ];
  return set.map(
    ({ name, on, left }) =>
      on && (
        <Button
          key={name}
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`${t(`attention.${name}`, { source: settings.source_name })}: ${t('attention.clear_filter')}`}
          onClick={() => onChange(left)}
        >
          {t(`attention.${name}`, { source: settings.source_name })}
        </Button>
      ),
  );
}
