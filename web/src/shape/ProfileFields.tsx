import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AddEntry, RemoveEntry, without } from './entries';
import { PatternField } from './PatternField';
import classes from './Shape.module.css';
import type { Draft, PlatformShape } from './shape';

interface Props {
  shape: PlatformShape;
  profile: Draft['profile'];
  platform: string;
  /** What the server says is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (profile: Draft['profile']) => void;
}

/** Begins the names of fields that the platform's administrator made. */
const customPrefix = 'profile_field_';

/** The fields of people's profiles, each with its pattern. */
export function ProfileFields({ shape, profile, platform, faults, onChange }: Props) {
  const { t } = useTranslation();
  const label = (field: string) => t(`shape.profile_fields.${field}`, { defaultValue: field });
  const left = shape.profile_fields.filter((field) => !(field in profile));
  return (
    <fieldset className={classes.levels}>
      <legend>{t('shape.profile', { platform })}</legend>
      <Text size="xs" c="dimmed">
        {t('shape.profile_about', { platform })}
      </Text>
      {Object.entries(profile).map(([field, pattern]) => (
        <Group key={field} wrap="nowrap" align="flex-start" gap="xs">
          <div className={classes.grows}>
            <PatternField
              label={label(field)}
              value={pattern}
              usual=""
              fields={shape.person_fields}
              fault={faults[`profile.${field}`]}
              onChange={(next) => onChange({ ...profile, [field]: next })}
            />
          </div>
          <RemoveEntry name={label(field)} mt={26} onClick={() => onChange(without(profile, field))} />
        </Group>
      ))}
      <Group gap={6}>
        {left.map((field) => (
          <Button
            key={field}
            size="compact-xs"
            variant="default"
            onClick={() => onChange({ ...profile, [field]: '' })}
          >
            {t('shape.with', { level: label(field) })}
          </Button>
        ))}
      </Group>
      <AddEntry
        label={t('shape.profile_custom')}
        action={t('shape.profile_add')}
        nameOf={(text) => customPrefix + text}
        entries={profile}
        onAdd={(field) => onChange({ ...profile, [field]: '' })}
      />
    </fieldset>
  );
}
