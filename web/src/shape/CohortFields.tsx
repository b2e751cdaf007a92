import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RemoveEntry } from './entries';
import { PatternField } from './PatternField';
import classes from './Shape.module.css';
import type { Draft, PlatformShape } from './shape';

interface Props {
  shape: PlatformShape;
  cohorts: Draft['cohorts'];
  platform: string;
  /** What the server says is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (cohorts: Draft['cohorts']) => void;
}

/** The pattern of a new entry. */
const usual = '{{ nama_prodi }} {{ angkatan }}';

/** The patterns of students' cohorts. */
export function CohortFields({ shape, cohorts, platform, faults, onChange }: Props) {
  const { t } = useTranslation();
  const label = (at: number) => t('shape.cohort', { n: at + 1 });
  return (
    <fieldset className={classes.levels}>
      <legend>{t('shape.cohorts', { platform })}</legend>
      <Text size="xs" c="dimmed">
        {t('shape.cohorts_about', { platform })}
      </Text>
      {cohorts.map((pattern, at) => (
        // Patterns are known by their position alone.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={at} wrap="nowrap" align="flex-start" gap="xs">
          <div className={classes.grows}>
            <PatternField
              label={label(at)}
              value={pattern}
              usual=""
              fields={shape.student_fields}
              fault={faults[`cohorts.${at}`]}
              onChange={(next) => onChange(cohorts.with(at, next))}
            />
          </div>
          <RemoveEntry name={label(at)} mt={26} onClick={() => onChange(cohorts.toSpliced(at, 1))} />
        </Group>
      ))}
      <Group gap={6} mt={6}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onChange([...cohorts, cohorts.length === 0 ? usual : ''])}
        >
          {t('shape.cohort_add')}
        </Button>
      </Group>
    </fieldset>
  );
}
