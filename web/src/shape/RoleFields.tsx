import { Button, Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../texts/format';
import { AddEntry, RemoveEntry, without } from './entries';
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
  const left = taught.filter(({ peran }) => !(peran in roles));
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
          <RemoveEntry name={peran} mb={6} onClick={() => onChange(without(roles, peran))} />
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
      <AddEntry
        label={t('shape.role_other')}
        action={t('shape.role_add')}
        nameOf={(text) => text.toLowerCase()}
        entries={roles}
        onAdd={(peran) => onChange({ ...roles, [peran]: 0 })}
      />
    </fieldset>
  );
}
