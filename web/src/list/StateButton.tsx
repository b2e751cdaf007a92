import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useTranslation } from 'react-i18next';

const icons = { sudah: IconCheck, belum: IconCircleDashed, berubah: IconPencil, gagal: IconAlertTriangle };

interface Props {
  value: string;
  /** What a click does, and to which row: the word alone does not say. */
  label: string;
  hint?: string | undefined;
  onClick: () => void;
}

/** A row's migration: its state as a word, an icon and a colour, and the button that mends it. `sudah` needs none. */
export function MigrationButton({ value, label, hint, onClick }: Props) {
  const { t } = useTranslation();
  const Icon = icons[value as keyof typeof icons] ?? IconCircleDashed;
  const done = value === 'sudah';
  const word = t(`state.${value}`, { defaultValue: value });
  return (
    <Button
      className="state-button"
      data-state={value}
      data-hint={hint ?? label}
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={13} aria-hidden />}
      aria-label={`${word}. ${hint && hint !== label ? `${hint}. ` : ''}${label}`}
      disabled={done}
      onClick={onClick}
    >
      {word}
    </Button>
  );
}

/** Enrolled is the primary look and a click takes it back; anything else offers to enroll. */
export function EnrollButton({ value, label, hint, onClick }: Props) {
  const { t } = useTranslation();
  const enrolled = value === 'sudah';
  return (
    <Button
      className="enroll-button"
      size="compact-xs"
      data-hint={hint ?? label}
      variant={enrolled ? 'filled' : 'default'}
      aria-label={`${t(`state.${value}`, { defaultValue: value })}. ${hint ? `${hint}. ` : ''}${label}`}
      leftSection={<EnrolledSign enrolled={enrolled} troubled={hint !== undefined} />}
      onClick={onClick}
    >
      {t(`state.${value}`, { defaultValue: value })}
    </Button>
  );
}

function EnrolledSign({ enrolled, troubled }: { enrolled: boolean; troubled: boolean }) {
  if (enrolled) return <IconCheck size={13} aria-hidden />;
  if (troubled) {
    return <IconAlertTriangle size={13} aria-hidden className="state-text" data-state="gagal" />;
  }
  return <IconCircleDashed size={13} aria-hidden />;
}
