import { Checkbox, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Leaving, LeavingChoice } from './request';

interface Props {
  choice: LeavingChoice;
  /** How people leave by default; unknown until the plan arrives. */
  defaultMode: Leaving | undefined;
  onChange: (choice: LeavingChoice) => void;
}

/** The harmless way first. */
const leavingModes: readonly Leaving[] = ['suspend', 'unenrol'];

/** Options for this action alone: how people leave the class, and whether their rows also leave the dashboard. */
export function LeavingFields({ choice, defaultMode, onChange }: Props) {
  const { t } = useTranslation();
  const label = useId();
  return (
    <div>
      <Text size="xs" fw={600} mb={4} id={label}>
        {t('leaving.how')}
      </Text>
      <SegmentedControl
        fullWidth
        className="leaving-ways"
        aria-labelledby={label}
        value={choice.how ?? defaultMode ?? ''}
        data={leavingModes.map((way) => ({
          value: way,
          label: (
            <>
              <Text span size="sm" fw={600} display="block">
                {t(`leaving.${way}`)}
              </Text>
              <Text span size="xs" display="block">
                {t(`leaving.${way}_means`)}
              </Text>
            </>
          ),
        }))}
        onChange={(value) => {
          const how = leavingModes.find((way) => way === value);
          if (how) onChange({ ...choice, how });
        }}
      />
      {choice.remove !== undefined && (
        <Checkbox
          mt="sm"
          size="sm"
          label={t('leaving.remove')}
          description={t('leaving.remove_means')}
          checked={choice.remove}
          onChange={(event) => onChange({ ...choice, remove: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
