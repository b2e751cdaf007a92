import { ActionIcon, Button, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../session/session';
import { CohortFields } from './CohortFields';
import { CourseChoice } from './CourseChoice';
import { PatternField } from './PatternField';
import { ProfileFields } from './ProfileFields';
import { partId, type ShapePart } from './parts';
import { RoleFields } from './RoleFields';
import classes from './Shape.module.css';
import {
  choiceOf,
  type Draft,
  type Level,
  levels,
  type PatternName,
  type PlatformShape,
  type ShapePreview,
  sharedEmails,
  withCourse,
} from './shape';
import { TemplateFields } from './TemplateFields';

interface Props {
  shape: PlatformShape;
  draft: Draft;
  /** The roles of the teachings here. */
  taught: ShapePreview['roles'];
  platform: string;
  /** What the server says is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (draft: Draft) => void;
}

/** The choices of a shape. */
export function ShapeFields({ shape, draft, taught, platform, faults, onChange }: Props) {
  const { t } = useTranslation();
  const choice = choiceOf(shape, draft);
  const hasGroups = draft.course !== 'kelas';
  const patterns: PatternName[] = hasGroups ? ['fullname', 'shortname', 'group'] : ['fullname', 'shortname'];
  return (
    <fieldset disabled={!useMayChange()} className={classes.fields}>
      <Part name="courses">
        <CourseChoice
          course={draft.course}
          fault={faults.course}
          onChange={(course) => onChange(withCourse(draft, course))}
        />
        <Categories
          chosen={draft.categories}
          fault={faults.categories}
          onChange={(categories) => onChange({ ...draft, categories })}
        />
      </Part>
      <Part name="names">
        {choice &&
          patterns.map((name) => (
            <PatternField
              key={`${draft.course} ${name}`}
              label={t(`shape.patterns.${name}`)}
              value={draft[name]}
              usual={choice[name]}
              fields={name === 'group' ? choice.group_fields : choice.course_fields}
              fault={faults[name]}
              onChange={(pattern) => onChange({ ...draft, [name]: pattern })}
            />
          ))}
        <Radio.Group
          label={t('shape.names')}
          value={draft.names}
          onChange={(names) => onChange({ ...draft, names: names as Draft['names'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="follow" label={t('shape.names_follow')} />
            <Radio value="create" label={t('shape.names_create')} />
          </Stack>
        </Radio.Group>
      </Part>
      <Part name="semester">
        <Radio.Group
          label={t('shape.new_courses')}
          value={draft.new_courses}
          onChange={(visible) => onChange({ ...draft, new_courses: visible as Draft['new_courses'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="visible" label={t('shape.new_visible')} />
            <Radio value="hidden" label={t('shape.new_hidden')} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('shape.dates')}
          description={t(`shape.dates_about_${draft.course === 'mata_kuliah' ? 'catalogue' : 'semester'}`)}
          value={draft.dates}
          error={faults.dates}
          onChange={(dates) => onChange({ ...draft, dates: dates as Draft['dates'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="none" label={t('shape.dates_none')} />
            <Radio
              value="semester"
              label={t('shape.dates_semester')}
              disabled={draft.course === 'mata_kuliah'}
            />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('shape.ended')}
          description={t(`shape.ended_about_${draft.course === 'mata_kuliah' ? 'catalogue' : 'semester'}`)}
          value={draft.ended}
          error={faults.ended}
          onChange={(ended) => onChange({ ...draft, ended: ended as Draft['ended'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="leave" label={t('shape.ended_leave')} />
            <Radio value="hide" label={t('shape.ended_hide')} disabled={draft.course === 'mata_kuliah'} />
          </Stack>
        </Radio.Group>
      </Part>
      <Part name="templates">
        <TemplateFields
          templates={draft.templates}
          platform={platform}
          onChange={(templates) => onChange({ ...draft, templates })}
        />
      </Part>
      <Part name="teachers">
        <RoleFields
          roles={draft.roles}
          taught={taught}
          platform={platform}
          faults={faults}
          onChange={(roles) => onChange({ ...draft, roles })}
        />
      </Part>
      <Part name="accounts">
        <PatternField
          label={t('shape.username')}
          about={t('shape.username_about')}
          value={draft.username}
          usual="{{ NPK }}"
          fields={shape.person_fields}
          fault={faults.username}
          onChange={(username) => onChange({ ...draft, username })}
        />
        <TextInput
          label={t('shape.email_domain')}
          description={t('shape.email_domain_about')}
          leftSection="@"
          value={draft.email_domain}
          error={faults.email_domain}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...draft, email_domain: event.currentTarget.value })}
        />
        <Radio.Group
          label={t('shape.shared_emails', { platform })}
          value={draft.shared_emails}
          onChange={(shared) => onChange({ ...draft, shared_emails: shared as Draft['shared_emails'] })}
        >
          <Stack gap={6} mt={6}>
            {sharedEmails.map((choice) => (
              <Radio key={choice} value={choice} label={t(`shape.shared_emails_choices.${choice}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <ProfileFields
          shape={shape}
          profile={draft.profile}
          platform={platform}
          faults={faults}
          onChange={(profile) => onChange({ ...draft, profile })}
        />
      </Part>
      <Part name="cohorts">
        <CohortFields
          shape={shape}
          cohorts={draft.cohorts}
          platform={platform}
          faults={faults}
          onChange={(cohorts) => onChange({ ...draft, cohorts })}
        />
      </Part>
    </fieldset>
  );
}

/** One part of the choices, under its heading. */
function Part({ name, children }: { name: ShapePart; children: ReactNode }) {
  const { t } = useTranslation();
  const id = partId(name);
  return (
    <section id={id} className={classes.part} aria-labelledby={`${id}-judul`} tabIndex={-1}>
      <Title order={2} size="h4" id={`${id}-judul`}>
        {t(`shape.parts.${name}`)}
      </Title>
      {children}
    </section>
  );
}

interface CategoriesProps {
  chosen: readonly Level[];
  fault: string | undefined;
  onChange: (chosen: Level[]) => void;
}

/** The levels of categories, outermost first. */
function Categories({ chosen, fault, onChange }: CategoriesProps) {
  const { t } = useTranslation();
  const name = (level: Level) => t(`shape.levels.${level}`);
  const left = levels.filter((level) => !chosen.includes(level));
  const swapped = (at: number, to: number) => {
    const next = [...chosen];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(to, 0, moved);
    return next;
  };
  return (
    <fieldset className={classes.levels}>
      <legend>{t('shape.categories')}</legend>
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('shape.no_categories')}
        </Text>
      )}
      <ol>
        {chosen.map((level, at) => (
          <li key={level} style={{ paddingInlineStart: at * 16 }}>
            <Text size="sm" className={classes.level}>
              {name(level)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={at === 0}
              aria-label={t('shape.outwards', { level: name(level) })}
              onClick={() => onChange(swapped(at, at - 1))}
            >
              <IconArrowUp size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={at === chosen.length - 1}
              aria-label={t('shape.inwards', { level: name(level) })}
              onClick={() => onChange(swapped(at, at + 1))}
            >
              <IconArrowDown size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('shape.without', { level: name(level) })}
              onClick={() => onChange(chosen.filter((other) => other !== level))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <Group gap={6}>
          {left.map((level) => (
            <Button
              key={level}
              size="compact-xs"
              variant="default"
              onClick={() => onChange([...chosen, level])}
            >
              {t('shape.with', { level: name(level) })}
            </Button>
          ))}
        </Group>
      )}
      {fault && (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
    </fieldset>
  );
}
