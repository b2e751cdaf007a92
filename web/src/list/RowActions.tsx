import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import type { Row } from '../api/client';
import type { ListDeclaration, Side } from './declaration';

interface Props {
  list: ListDeclaration;
  side: Side;
  row: Row;
  as: 'icons' | 'menu';
  onVerb: (verb: Verb, row: Row) => void;
}

export function RowActions({ list, side, row, as, onVerb }: Props) {
  const { t } = useTranslation();
  const item = list.label(row);
  const canSync = side === 'source' && list.verbs.sync?.one !== undefined;
  const canEdit = side === 'dashboard' && list.editable === true;
  const canDelete = side === 'dashboard' && list.verbs.delete?.one !== undefined;
  const editPath = `${list.path}/${String(row.id)}/update`;

  if (as === 'menu') {
    return (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('list.row_menu', { item })}>
            <IconDotsVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSync && (
            <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => onVerb('sync', row)}>
              {t('actions.sync_one')}
            </Menu.Item>
          )}
          {canEdit && (
            <Menu.Item leftSection={<IconPencil size={15} />} component={Link} to={editPath}>
              {t('list.edit')}
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => onVerb('delete', row)}
            >
              {t('actions.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    );
  }

  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {canSync && (
        <Tooltip label={t('actions.sync_one')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t('actions.sync_one')}: ${item}`}
            onClick={() => onVerb('sync', row)}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {canEdit && (
        <Tooltip label={t('list.edit')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t('list.edit')} ${item}`}
            component={Link}
            to={editPath}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {canDelete && (
        <Tooltip label={t('actions.delete')}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('actions.delete_one', { item })}
            onClick={() => onVerb('delete', row)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
