import { ActionIcon, Group } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from './LazyMenu';
import type { MenuEntry } from './OpenMenu';

/** Something that can be done with a row. `name` says it with the row's own name, for who cannot see which row it is in. */
export type RowEntry = MenuEntry & { name: string };

interface Props {
  item: string;
  /** As icons beside each other in the table, as one menu on a card. */
  as: 'icons' | 'menu';
  entries: readonly RowEntry[];
}

/** What can be done with a row. */
export function RowMenu({ item, as, entries }: Props) {
  const { t } = useTranslation();
  if (as === 'menu') {
    return (
      <LazyMenu
        label={t('list.row_menu', { item })}
        variant="subtle"
        Icon={IconDotsVertical}
        items={entries}
      />
    );
  }
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {entries.map((entry) => {
        const shared = {
          'data-hint': entry.label,
          variant: 'subtle',
          color: entry.danger ? 'red' : 'gray',
          'aria-label': entry.name,
        };
        return 'to' in entry ? (
          <ActionIcon key={entry.label} {...shared} component={Link} to={entry.to}>
            <entry.Icon size={16} />
          </ActionIcon>
        ) : (
          <ActionIcon key={entry.label} {...shared} onClick={entry.onClick}>
            <entry.Icon size={16} />
          </ActionIcon>
        );
      })}
    </Group>
  );
}
