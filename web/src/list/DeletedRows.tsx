import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestore } from '../action/restore';
import { type Row, send } from '../api/client';
import { formatMoment, formatNumber } from '../texts/format';
import type { ListDeclaration } from './declaration';

interface Props {
  list: ListDeclaration;
  deleted: NonNullable<ListDeclaration['deleted']>;
}

/** Leads to what was deleted lately, for who comes after the toast has gone. Nothing is shown while there is nothing. */
export function DeletedRows({ list, deleted }: Props) {
  const { t, i18n } = useTranslation();
  const restore = useRestore();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    queryKey: ['list', list.id, 'deleted'],
    queryFn: ({ signal }) => send<Row[]>(deleted.list, { signal }),
  });
  const rows = data?.data ?? [];

  async function bringBack(row: Row) {
    setOpened(false);
    await restore({ call: deleted.restore, body: { [list.key]: row[list.key] } });
    // The link that had the focus goes with the last row.
    if (rows.length === 1) document.getElementById('isi')?.focus();
  }

  if (rows.length === 0) return null;
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={() => setOpened(true)}>
        {t('list.deleted', { n: formatNumber(rows.length, i18n.language) })}
      </Anchor>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('list.deleted_title')}
        closeButtonProps={{ 'aria-label': t('confirm.close') }}
      >
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {rows.map((row) => (
            <Group component="li" key={String(row[list.key])} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm">{list.label(row)}</Text>
                <Text size="xs" c="dimmed">
                  {String(row[deleted.beside])} ·{' '}
                  {t('list.deleted_at', { date: formatMoment(String(row.deleted_at)) })}
                </Text>
              </div>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('list.restore_one', { item: list.label(row) })}
                onClick={() => void bringBack(row)}
              >
                {t('jobs.undo')}
              </Button>
            </Group>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
