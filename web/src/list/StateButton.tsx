import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../session/session';

/** The signs of states. "Not yet" has none: it is the plain case, and the sign of what can be done stands beside it. */
const signs: Readonly<Record<string, Icon>> = {
  sudah: IconCheck,
  berubah: IconPencil,
  gagal: IconAlertTriangle,
  ditangguhkan: IconPlayerPause,
};

// Plain buttons, not the library's: a page of a thousand rows has two thousand of them.

interface Props {
  value: string;
  /** What a click does, and to which row: the word alone does not say. */
  label: string;
  /** What else there is to know: why it failed, or when it was done. */
  hint?: string | undefined;
  onClick: () => void;
}

/** A state as a quiet word with its sign, and the sign of what a click does beside it where a click does anything. */
function StateButton({ value, label, hint, onClick, Action }: Props & { Action: Icon }) {
  const { t } = useTranslation();
  const Sign = signs[value];
  const mayChange = useMayChange();
  const done = value === 'sudah';
  const word = t(`state.${value}`, { defaultValue: value });
  const told = hint && hint !== label ? `${hint.replace(/\.$/, '')}. ${label}` : label;
  if (!mayChange) {
    return (
      <Text span size="xs" className="state-text" data-state={value} {...(hint ? { 'data-hint': hint } : {})}>
        {word}
        {hint && <span className="visually-hidden">. {hint}</span>}
      </Text>
    );
  }
  return (
    <button
      type="button"
      className="state-button mantine-focus-auto"
      data-state={value}
      data-hint={told}
      aria-label={`${word}. ${told}`}
      disabled={done}
      onClick={onClick}
    >
      {Sign && <Sign size={13} aria-hidden />}
      {word}
      {!done && <Action size={14} aria-hidden className="state-action" />}
    </button>
  );
}

/** A row's migration, and the button that mends it. `sudah` needs none. */
export function MigrationButton(props: Props) {
  return <StateButton {...props} Action={IconUpload} />;
}

/** Enrolled is the primary look in its light form, and a click takes it back; anything else offers to enroll. */
export function EnrollButton(props: Props) {
  const { t } = useTranslation();
  const { value, label, onClick } = props;
  const mayChange = useMayChange();
  if (value !== 'sudah' || !mayChange) return <StateButton {...props} Action={IconUserPlus} />;
  return (
    <button
      type="button"
      className="state-button mantine-focus-auto"
      data-state="enrolled"
      data-hint={t('actions.click', { deed: label })}
      aria-label={`${t('state.sudah')}. ${label}`}
      onClick={onClick}
    >
      <IconCheck size={13} aria-hidden />
      {t('state.sudah')}
    </button>
  );
}
