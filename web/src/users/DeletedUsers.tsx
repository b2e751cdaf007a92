import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestore } from '../action/restore';
import { client, settle } from '../api/client';
import { onDemand } from '../message/onDemand';
import { formatNumber } from '../texts/format';
import type { DeletedUser } from './DeletedUsersDialog';
import { restoration } from './requests';

const DeletedUsersDialog = onDemand(() =>
  import('./DeletedUsersDialog').then((module) => module.DeletedUsersDialog),
);

/** The link to recently deleted users, for undoing after the toast has gone. Hidden if there are none. */
export function DeletedUsers() {
  const { t, i18n } = useTranslation();
  const restore = useRestore();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    queryKey: ['list', 'user', 'deleted'],
    queryFn: ({ signal }) => settle<DeletedUser[]>(client.GET('/api/v1/api/user/deleted', { signal })),
  });
  const users = data?.data ?? [];

  async function restoreUser(user: DeletedUser) {
    setOpened(false);
    await restore(restoration(user));
    // The focused link disappears with the last deleted user.
    if (users.length === 1) document.getElementById('isi')?.focus();
  }

  if (users.length === 0) return null;
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={() => setOpened(true)}>
        {t('list.deleted', { n: formatNumber(users.length, i18n.language) })}
      </Anchor>
      {opened && (
        <DeletedUsersDialog users={users} onRestore={restoreUser} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
