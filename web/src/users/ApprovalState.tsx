import { Text } from '@mantine/core';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import { useTranslation } from 'react-i18next';
import type { User } from '../api/client';

interface Props {
  user: Pick<User, 'active' | 'disabled'>;
  mayApprove: boolean;
  /** The effect of a click and the user's name. */
  label: string;
  onClick: () => void;
}

/** A waiting account is approved by a click. An active or disabled one only shows its state. */
export function ApprovalState({ user, mayApprove, label, onClick }: Props) {
  const { t } = useTranslation();
  if (user.disabled) {
    return (
      <Text span size="xs" className="state-text" data-state="belum">
        {t('state.disabled')}
      </Text>
    );
  }
  if (user.active || !mayApprove) {
    return (
      <Text span size="xs" className="state-text" data-state={user.active ? 'sudah' : 'berubah'}>
        {t(user.active ? 'state.active' : 'state.waiting')}
      </Text>
    );
  }
  return (
    <button
      type="button"
      className="state-button mantine-focus-auto"
      data-state="berubah"
      data-hint={label}
      aria-label={`${t('state.waiting')}. ${label}`}
      onClick={onClick}
    >
      <IconUserCheck size={13} aria-hidden />
      {t('actions.approve')}
    </button>
  );
}
