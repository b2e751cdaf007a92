import { Text } from '@mantine/core';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import { useTranslation } from 'react-i18next';

interface Props {
  approved: boolean;
  mayApprove: boolean;
  /** What a click does, and to whom. */
  label: string;
  onClick: () => void;
}

/** An account that waits is let in by a click. One that has been let in only says so. */
export function Approval({ approved, mayApprove, label, onClick }: Props) {
  const { t } = useTranslation();
  if (approved || !mayApprove) {
    return (
      <Text span size="xs" className="state-text" data-state={approved ? 'sudah' : 'berubah'}>
        {t(approved ? 'state.active' : 'state.waiting')}
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
