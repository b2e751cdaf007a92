import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestore } from '../action/restore';
import { client, settle, type User } from '../api/client';
import { formatMoment, formatNumber } from '../texts/format';
import { nameOf, restoration } from './requests';

type DeletedUser = User & { deleted_at: string };

/** Leads to who was deleted lately, for who comes after the toast has gone. Nothing is shown while there is nobody. */
export function DeletedUsers() {
  const { t, i18n } = useTranslation();
  const restore = useRestore();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    queryKey: ['list', 'user', 'deleted'],
    queryFn: ({ signal }) => settle<DeletedUser[]>(client.GET('/api/v1/api/user/deleted', { signal })),
  });
  const users = data?.data ?? [];

  async function bringBack(user: DeletedUser) {
    setOpened(false);
    await restore(restoration(user));
    // The link that had the focus goes with the last row.
    if (users.length === 1) document.getElementById('isi')?.focus();
  }

  if (users.length === 0) return null;
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={() => setOpened(true)}>
        {t('list.deleted', { n: formatNumber(users.length, i18n.language) })}
      </Anchor>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('list.deleted_title')}
        closeButtonProps={{ 'aria-label': t('confirm.close') }}
      >
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {users.map((user) => (
            <Group component="li" key={user.id} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm">{nameOf(user)}</Text>
                <Text size="xs" c="dimmed">
                  {user.username} · {t('list.deleted_at', { date: formatMoment(user.deleted_at) })}
                </Text>
              </div>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('list.restore_one', { item: nameOf(user) })}
                onClick={() => void bringBack(user)}
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
