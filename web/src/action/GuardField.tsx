import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServerPlan } from '../api/client';

interface Props {
  guard: NonNullable<ServerPlan['guard']>;
  typed: string;
  onType: (typed: string) => void;
}

/** The input for the name that the guard requires, with the reason. */
export function GuardField({ guard, typed, onType }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('confirm.type_name', { name: guard.name })}
      description={guard.reason}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
