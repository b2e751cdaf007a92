import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from './LazyMenu';
import type { MenuEntry } from './MenuDropdown';

/** An action of a row. `name` includes the row's name, for screen readers. */
export type RowEntry = MenuEntry & { name: string };

interface Props {
  item: string;
  /** Icons in the table, one menu on a card. */
  as: 'icons' | 'menu';
  entries: readonly RowEntry[];
}

/** The actions of a row. */
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
    <span className="row-deeds">
      {entries.map((entry) => {
        const shared = {
          className: 'row-deed mantine-focus-auto',
          'data-danger': entry.danger || undefined,
          'data-hint': entry.label,
          'aria-label': entry.name,
        };
        return 'to' in entry ? (
          <Link key={entry.label} {...shared} to={entry.to}>
            <entry.Icon size={16} />
          </Link>
        ) : (
          <button key={entry.label} {...shared} type="button" onClick={entry.onClick}>
            <entry.Icon size={16} />
          </button>
        );
      })}
    </span>
  );
}
