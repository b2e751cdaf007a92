import { ActionIcon, Group } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import type { Row } from '../api/client';
import type { ListDeclaration, Side } from './declaration';
import { LazyMenu } from './LazyMenu';

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
  const editPath = `${list.path}/${encodeURIComponent(String(row[list.editBy ?? 'id']))}/update`;

  if (as === 'menu') {
    return (
      <LazyMenu
        label={t('list.row_menu', { item })}
        variant="subtle"
        Icon={IconDotsVertical}
        items={[
          ...(canSync
            ? [{ label: t('actions.sync_one'), Icon: IconRefresh, onClick: () => onVerb('sync', row) }]
            : []),
          ...(canEdit ? [{ label: t('list.edit'), Icon: IconPencil, to: editPath }] : []),
          ...(canDelete
            ? [
                {
                  label: t('actions.delete'),
                  Icon: IconTrash,
                  danger: true,
                  onClick: () => onVerb('delete', row),
                },
              ]
            : []),
        ]}
      />
    );
  }

  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {canSync && (
        <ActionIcon
          data-hint={t('actions.sync_one')}
          variant="subtle"
          color="gray"
          aria-label={`${t('actions.sync_one')}: ${item}`}
          onClick={() => onVerb('sync', row)}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      {canEdit && (
        <ActionIcon
          data-hint={t('list.edit')}
          variant="subtle"
          color="gray"
          aria-label={`${t('list.edit')} ${item}`}
          component={Link}
          to={editPath}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {canDelete && (
        <ActionIcon
          data-hint={t('actions.delete')}
          variant="subtle"
          color="red"
          aria-label={t('actions.delete_one', { item })}
          onClick={() => onVerb('delete', row)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
