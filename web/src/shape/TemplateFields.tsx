import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../session/session';
import { RemoveEntry, without } from './entries';
import classes from './Shape.module.css';
import { type Draft, everyProgram, programsQuery } from './shape';

interface Props {
  templates: Draft['templates'];
  platform: string;
  onChange: (templates: Draft['templates']) => void;
}

/** The courses with the content of new ones: one for all study programs, and others for single ones. */
export function TemplateFields({ templates, platform, onChange }: Props) {
  const { t } = useTranslation();
  const { data: programs = [] } = useQuery({ ...programsQuery, enabled: useMayChange() });
  const own = Object.keys(templates).filter((program) => program !== everyProgram);
  const left = programs.filter(({ value }) => !own.includes(value));
  const nameOf = (program: string) => programs.find(({ value }) => value === program)?.name ?? program;
  function set(program: string, template: string) {
    onChange({ ...templates, [program]: template });
  }
  return (
    <fieldset className={classes.levels}>
      <legend>{t('shape.templates', { platform })}</legend>
      <Text size="xs" c="dimmed">
        {t('shape.templates_about', { platform })}
      </Text>
      <TextInput
        mt={8}
        label={t('shape.templates_all')}
        value={templates[everyProgram] ?? ''}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) =>
          value === '' ? onChange(without(templates, everyProgram)) : set(everyProgram, value)
        }
      />
      {own.map((program) => (
        <Group key={program} mt={8} wrap="nowrap" align="flex-end" gap="xs">
          <TextInput
            className={classes.grows}
            label={nameOf(program)}
            placeholder={t('shape.templates_none')}
            value={templates[program] ?? ''}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set(program, event.currentTarget.value)}
          />
          <RemoveEntry name={nameOf(program)} mb={4} onClick={() => onChange(without(templates, program))} />
        </Group>
      ))}
      {left.length > 0 && (
        <NativeSelect
          mt={8}
          size="xs"
          label={t('shape.templates_program')}
          value=""
          data={[
            { value: '', label: t('shape.templates_choose') },
            ...left.map(({ value, name }) => ({ value, label: name })),
          ]}
          onChange={(event) => set(event.currentTarget.value, '')}
        />
      )}
    </fieldset>
  );
}
