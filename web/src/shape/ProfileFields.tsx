import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const [custom, setCustom] = useState('');
  const label = (field: string) => t(`shape.profile_fields.${field}`, { defaultValue: field });
  const left = shape.profile_fields.filter((field) => !(field in profile));
  const added = customPrefix + custom.trim();
  const mayAdd = custom.trim() !== '' && !(added in profile);
  function without(field: string) {
    const { [field]: _, ...others } = profile;
    onChange(others);
  }
  function add() {
    onChange({ ...profile, [added]: '' });
    setCustom('');
  }
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
          <ActionIcon
            mt={26}
            variant="subtle"
            color="gray"
            aria-label={t('shape.without', { level: label(field) })}
            onClick={() => without(field)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
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
      <Group gap={6} align="flex-end">
        <TextInput
          size="xs"
          label={t('shape.profile_custom')}
          value={custom}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setCustom(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" disabled={!mayAdd} onClick={add}>
          {t('shape.profile_add')}
        </Button>
      </Group>
    </fieldset>
  );
}
