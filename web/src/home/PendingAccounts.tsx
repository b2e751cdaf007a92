import { Anchor, Text } from '@mantine/core';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { client, settle, type User } from '../api/client';

// Waiting accounts sort first, and one is enough.
const query = { page: 0, per_page: 10, sort: 'active', order: 'asc' } as const;

export const pendingAccountsQuery = queryOptions({
  queryKey: ['list', 'user', 'waiting'],
  queryFn: ({ signal }) => settle<User[]>(client.GET('/api/v1/api/user/get', { params: { query }, signal })),
});

/** A note that an account waits for approval. Without it an administrator would notice only by chance. */
export function PendingAccounts() {
  const { t } = useTranslation();
  const { data } = useQuery(pendingAccountsQuery);
  if (!data?.data.some(({ active, disabled }) => !active && !disabled)) return null;
  return (
    <Text size="sm" mt="sm" role="status" className="state-text" data-state="berubah">
      <IconUserCheck size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('home.waiting')}{' '}
      <Anchor component={Link} to="/user" search={{ sort: 'active' } as never} size="sm">
        {t('kinds.user.title')}
      </Anchor>
    </Text>
  );
}
