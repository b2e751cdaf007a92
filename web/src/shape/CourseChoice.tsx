import { Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../texts/i18n';
import { shape } from '../texts/shape';
import classes from './Shape.module.css';
import { courses, type Draft } from './shape';

addTexts('shape', shape);

interface Props {
  course: Draft['course'];
  /** What the server says is wrong. */
  fault?: string | undefined;
  /** The proposed choice, which says so. */
  proposed?: Draft['course'];
  onChange: (course: Draft['course']) => void;
}

/** What there is one course for, each with a picture. */
export function CourseChoice({ course: chosen, fault, proposed, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('shape.course')}
      value={chosen}
      error={fault}
      onChange={(course) => onChange(course as Draft['course'])}
    >
      <Stack gap="xs" mt={6}>
        {courses.map((course) => (
          <Radio.Card
            key={course}
            value={course}
            className={classes.card}
            aria-label={t(`shape.courses.${course}`)}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text size="sm" fw={600}>
                  {t(`shape.courses.${course}`)}
                  {course === proposed && (
                    <Text span size="xs" c="dimmed" ml={6}>
                      {t('shape.proposed')}
                    </Text>
                  )}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`shape.courses_about.${course}`)}
                </Text>
                <pre className={classes.picture} aria-hidden>
                  {t(`shape.pictures.${course}`)}
                </pre>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
