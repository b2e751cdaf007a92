import { Button, Text } from '@mantine/core';
import IconUnlink from '@tabler/icons-react/dist/esm/icons/IconUnlink.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { summaryQuery } from '../api/summary';
import { countText } from '../texts/format';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';
import { showsOnlyMissing, withMissingFilter } from './missing';
import { rowsQuery } from './useListRows';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  onChange: (filters: ListAddress['filters']) => void;
}

/** The filter for rows that the source no longer lists, with their number under the search and the other filters. */
export function MissingFilter({ list, address, onChange }: Props) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const on = showsOnlyMissing(address);
  const count = useMissingCount(list, address);
  return (
    <Button
      size="xs"
      variant={on ? 'light' : 'default'}
      leftSection={<IconUnlink size={14} aria-hidden />}
      aria-pressed={on}
      onClick={() => onChange(withMissingFilter(address, !on).filters)}
    >
      {t('fields.missing', { source: settings.source_name })}
      <Text span size="xs" lh={1} ml={6} {...(on ? {} : { c: 'dimmed' })}>
        {count}
      </Text>
    </Button>
  );
}

/** The displayed number of such rows. Usually the whole kind has none, and then the list is not requested. */
function useMissingCount(list: ListDeclaration, address: ListAddress): string | undefined {
  const { data: summary } = useQuery(summaryQuery);
  const ofKind = summary?.find(({ kind }) => kind === list.id)?.missing;
  const onlyMissing = { ...withMissingFilter(address, true), page: 0, sort: 'id', order: 'asc' } as const;
  const { data } = useQuery({ ...rowsQuery(list, onlyMissing), enabled: ofKind !== undefined && ofKind > 0 });
  if (ofKind === 0) return '0';
  return data?.total === undefined ? undefined : countText(data.total, data.more === true);
}
