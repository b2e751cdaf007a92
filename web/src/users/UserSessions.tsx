import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SessionList } from '../account/SessionList';
import type { User } from '../api/client';
import { nameOf } from './requests';

/** The sessions of a user, which an administrator may end. */
export function UserSessions({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.sessions_of', { item: nameOf(user) })}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
    >
      <SessionList user={user.id} />
    </Modal>
  );
}
