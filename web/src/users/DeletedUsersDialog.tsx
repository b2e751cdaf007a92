import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '../api/client';
import { formatMoment } from '../texts/format';
import { nameOf } from './requests';

export type DeletedUser = User & { deleted_at: string };

interface Props {
  users: readonly DeletedUser[];
  onRestore: (user: DeletedUser) => void;
  onClose: () => void;
}

/** The recently deleted users, each with a restore button. */
export function DeletedUsersDialog({ users, onRestore, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
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
              onClick={() => onRestore(user)}
            >
              {t('jobs.undo')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
