import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useTranslation } from 'react-i18next';

interface Props {
  columns: readonly { id: string; label: string; sortable?: boolean }[];
  sort: string;
  order: 'asc' | 'desc';
  onSort: (field: string) => void;
}

/** The order of a list on a phone, which has no headers to press. */
export function SortFields({ columns, sort, order, onSort }: Props) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable !== false);
  if (sortable.length === 0) return null;
  return (
    <Group gap="xs" mb="xs" wrap="nowrap">
      <NativeSelect
        size="xs"
        flex={1}
        aria-label={t('list.sort_by')}
        value={sort}
        data={[
          { value: 'id', label: `${t('list.sort_by')}: ${t('list.number')}` },
          ...sortable
            .filter(({ id }) => id !== 'id')
            .map(({ id, label }) => ({ value: id, label: `${t('list.sort_by')}: ${label}` })),
        ]}
        onChange={(event) => onSort(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t(order === 'asc' ? 'list.ascending' : 'list.descending')}
        onClick={() => onSort(sort)}
      >
        {order === 'asc' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
      </ActionIcon>
    </Group>
  );
}
