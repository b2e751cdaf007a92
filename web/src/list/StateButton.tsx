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

/** The icons of states. "Not yet" is the plain case and has none; the action's icon stands beside it. */
const icons: Readonly<Record<string, Icon>> = {
  sudah: IconCheck,
  berubah: IconPencil,
  gagal: IconAlertTriangle,
  ditangguhkan: IconPlayerPause,
};

// Plain buttons instead of Mantine's: a page of a thousand rows has two thousand of them.

interface Props {
  value: string;
  /** The effect of a click and the row's name; the state word alone does not say them. */
  label: string;
  /** Additional information: the reason of a failure, or the date of the export. */
  hint?: string | undefined;
  onClick: () => void;
}

/** A state as a word with its icon, and the icon of the click's action if there is one. */
function StateButton({ value, label, hint, onClick, Action }: Props & { Action: Icon }) {
  const { t } = useTranslation();
  const Sign = icons[value];
  const mayChange = useMayChange();
  const done = value === 'sudah';
  const word = t(`state.${value}`, { defaultValue: value });
  const description = hint && hint !== label ? `${hint.replace(/\.$/, '')}. ${label}` : label;
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
      data-hint={description}
      aria-label={`${word}. ${description}`}
      disabled={done}
      onClick={onClick}
    >
      {Sign && <Sign size={13} aria-hidden />}
      {word}
      {!done && <Action size={14} aria-hidden className="state-action" />}
    </button>
  );
}

/** A row's migration, with the button that exports it. `sudah` needs none. */
export function MigrationButton(props: Props) {
  return <StateButton {...props} Action={IconUpload} />;
}

/** Enrolled is the primary look in its light form, and a click unenrols. Any other state offers to enrol. */
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
