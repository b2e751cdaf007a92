import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Text } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { useTranslation } from 'react-i18next';
import { useOpening } from '../message/useOpening';
import { useNarrow } from '../page/useNarrow';
import {
  type ArrangeableColumn,
  type Arrangement,
  moveColumn,
  orderColumns,
  toggleColumn,
} from './arrangement';
import { densities, useDensity } from './density';
import { ToolButton } from './ToolButton';

interface ColumnChooserProps {
  columns: readonly (ArrangeableColumn & { label: string })[];
  arrangement: Arrangement;
  onChange: (next: Arrangement | null) => void;
}

/** At the end of the list. Not the attribute `disabled`, which would take the focus away from the button. */
const endProps = (isEnd: boolean) =>
  isEnd ? { 'data-disabled': true, 'aria-disabled': true, bg: 'transparent' } : {};

/** The height of rows in all lists, and the columns of this one: shown, hidden, ordered. For this user. */
export function ColumnChooser({ columns, arrangement, onChange }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [button, opened, setOpened] = useOpening();
  const [density, setDensity] = useDensity();
  // Cards have no headings.
  const narrow = useNarrow();
  const all = orderColumns(columns, arrangement);
  const movable = all.filter(({ pinned }) => !pinned);
  const ids = all.map(({ id }) => id);
  function move(id: string, by: -1 | 1) {
    const place = movable.findIndex((column) => column.id === id) + by;
    if (movable[place]) onChange(moveColumn(arrangement, ids, id, by));
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton ref={button} of="columns" onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('list.columns')}>
        <SegmentedControl
          fullWidth
          size="xs"
          mb="xs"
          aria-label={t('list.density')}
          value={density}
          data={densities.map((value) => ({ value, label: t(`list.densities.${value}`) }))}
          onChange={(value) => setDensity(value)}
        />
        <ul className="column-choice">
          {all.map((column) => {
            const place = movable.indexOf(column);
            return (
              <li key={column.id}>
                <Checkbox
                  size="xs"
                  label={column.label}
                  checked={!arrangement.hidden.includes(column.id)}
                  onChange={() => onChange(toggleColumn(arrangement, column.id))}
                />
                {place >= 0 && (
                  <Group gap={0} wrap="nowrap">
                    <ActionIcon
                      size={24}
                      variant="subtle"
                      color="gray"
                      aria-label={t('list.column_up', { item: column.label })}
                      {...endProps(place === 0)}
                      onClick={() => move(column.id, -1)}
                    >
                      <IconChevronUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      size={24}
                      variant="subtle"
                      color="gray"
                      aria-label={t('list.column_down', { item: column.label })}
                      {...endProps(place === movable.length - 1)}
                      onClick={() => move(column.id, 1)}
                    >
                      <IconChevronDown size={14} />
                    </ActionIcon>
                  </Group>
                )}
              </li>
            );
          })}
        </ul>
        <Text size="xs" c="dimmed" my={4}>
          {!narrow && t('list.columns_drag')} {t('list.columns_note')}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(null)}>
          {t('list.columns_reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
