import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../texts/format';
import classes from './Shape.module.css';
import type { Draft, ShapePreview } from './shape';

interface Props {
  roles: Draft['roles'];
  /** The roles of the teachings here, if the preview has come. */
  taught: ShapePreview['roles'];
  platform: string;
  /** What the server says is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (roles: Draft['roles']) => void;
}

/** The roles of teachers who are not in charge of their class, each with its id on the platform. */
export function RoleFields({ roles, taught, platform, faults, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const [other, setOther] = useState('');
  const added = other.trim().toLowerCase();
  const left = taught.filter(({ peran }) => !(peran in roles));
  function without(peran: string) {
    const { [peran]: _, ...others } = roles;
    onChange(others);
  }
  return (
    <fieldset className={classes.levels}>
      <legend>{t('shape.roles', { platform })}</legend>
      <Text size="xs" c="dimmed">
        {t('shape.roles_about', { platform })}
      </Text>
      {Object.entries(roles).map(([peran, role]) => (
        <Group key={peran} wrap="nowrap" align="flex-end" gap="xs">
          <TextInput
            className={classes.grows}
            label={t('shape.role_of', { peran })}
            value={role || ''}
            error={faults[`roles.${peran}`]}
            inputMode="numeric"
            autoComplete="off"
            // What is no number is 0, which the server refuses.
            onChange={(event) =>
              onChange({ ...roles, [peran]: Number.parseInt(event.currentTarget.value, 10) || 0 })
            }
          />
          <ActionIcon
            mb={6}
            variant="subtle"
            color="gray"
            aria-label={t('shape.without', { level: peran })}
            onClick={() => without(peran)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {left.length > 0 && (
        <Group gap={6} mt={6}>
          {left.map(({ peran, teachings }) => (
            <Button
              key={peran}
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ ...roles, [peran]: 0 })}
            >
              {t('shape.with', { level: peran })} (
              {t('shape.teachings', { count: teachings, n: formatNumber(teachings, i18n.language) })})
            </Button>
          ))}
        </Group>
      )}
      <Group gap={6} align="flex-end">
        <TextInput
          size="xs"
          label={t('shape.role_other')}
          value={other}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setOther(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={added === '' || added in roles}
          onClick={() => {
            onChange({ ...roles, [added]: 0 });
            setOther('');
          }}
        >
          {t('shape.role_add')}
        </Button>
      </Group>
    </fieldset>
  );
}
