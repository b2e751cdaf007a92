import { Alert, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../texts/format';
import classes from './Shape.module.css';
import type { ShapePreview } from './shape';

/** What saving a shape changes for what is on the platform already, a sentence each. */
export function changesOf(
  { changes }: ShapePreview,
  platform: string,
  t: TFunction,
  language: string,
): string[] {
  return (['made', 'renamed', 'moved', 'dated'] as const)
    .filter((change) => changes[change] > 0)
    .map((change) =>
      t(`shape.changes.${change}`, {
        count: changes[change],
        n: formatNumber(changes[change], language),
        people: formatNumber(changes.people, language),
        platform,
      }),
    );
}

/** The categories that are in view at first, beside the choices. */
const shownAtFirst = 7;

interface CategoriesProps {
  categories: ShapePreview['categories'];
  counts: (courses: number, groups: number, people: number) => string;
}

function Categories({ categories, counts }: CategoriesProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.tree}>
      {categories.map(({ path, tied, courses, groups, people, fullname, shortname, group }) => (
        <li key={path.join('\n')}>
          <div className={classes.path}>
            {path.length === 0 ? t('shape.root') : path.join(' › ')}
            {tied && ` · ${t('shape.tied')}`}
          </div>
          <div className={classes.counts}>{counts(courses, groups, people)}</div>
          {fullname && (
            <div className={classes.example}>
              {fullname} <span>{shortname}</span>
              {group && <div className={classes.inside}>{group}</div>}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ToldProps {
  color: string;
  title: string;
  lines: readonly string[];
}

/** The first lines about the preview; nothing if there are none. */
function Told({ color, title, lines }: ToldProps) {
  if (lines.length === 0) return null;
  return (
    <Alert color={color} mt="xs" title={title}>
      <ul className={classes.told}>
        {lines.slice(0, 5).map((line, at) => (
          // Two rows may have one label.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only shown
          <li key={at}>{line}</li>
        ))}
      </ul>
    </Alert>
  );
}

interface PeopleExampleProps {
  fields: ShapePreview['profile'];
  platform: string;
}

/** What people get, each field with the first person who has a value. */
function PeopleExample({ fields, platform }: PeopleExampleProps) {
  const { t, i18n } = useTranslation();
  if (fields.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {t('shape.people', { platform })}
      </Text>
      <ul className={classes.tree}>
        {fields.map(({ field, person, value, empty }) => (
          <li key={field}>
            <div className={classes.path}>{t(`shape.profile_fields.${field}`, { defaultValue: field })}</div>
            <div className={classes.counts}>
              {value ? `${value} (${person})` : t('shape.profile_none')}
              {value && empty > 0
                ? ` · ${t('shape.profile_empty', { count: empty, n: formatNumber(empty, i18n.language) })}`
                : ''}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  preview: ShapePreview;
  platform: string;
}

/** The tree that a shape makes of the rows here, with faults first. */
export function PreviewView({ preview, platform }: Props) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const counts = (courses: number, groups: number, people: number) =>
    [
      t('shape.count_courses', { count: courses, n: number(courses) }),
      ...(groups > 0 ? [t('shape.count_groups', { count: groups, n: number(groups) })] : []),
      t('shape.count_people', { count: people, n: number(people) }),
    ].join(' · ');
  const hidden = Math.max(preview.categories.length - shownAtFirst, 0) + preview.more_categories;
  const moreCohorts = Math.max(preview.cohorts.length - shownAtFirst, 0) + preview.more_cohorts;
  const changes = changesOf(preview, platform, t, i18n.language);
  return (
    <>
      <Title order={2} size="h5">
        {t('shape.preview')}
      </Title>
      <Text size="sm" c="dimmed">
        {preview.courses === 0 ? t('shape.nothing') : counts(preview.courses, preview.groups, preview.people)}
      </Text>
      <Told
        color="red"
        title={t('shape.clashes', { count: preview.clash_count, n: number(preview.clash_count) })}
        lines={preview.clashes.map(({ shortname, rows }) => `${shortname}: ${rows.join(', ')}`)}
      />
      <Told
        color="red"
        title={t('shape.usernames', { count: preview.username_count, n: number(preview.username_count) })}
        lines={preview.usernames.map(({ value, people }) => `${value}: ${people.join(', ')}`)}
      />
      <Told
        color="red"
        title={t('shape.addresses', { count: preview.address_count, n: number(preview.address_count) })}
        lines={preview.addresses.map(({ value, people }) => `${value}: ${people.join(', ')}`)}
      />
      <Told
        color="yellow"
        title={t('shape.roles_unknown')}
        lines={preview.roles
          .filter(({ role }) => role === null)
          .map(({ peran, teachings }) => {
            const counted = t('shape.teachings', { count: teachings, n: number(teachings) });
            return `${peran}: ${counted}`;
          })}
      />
      <Told
        color="yellow"
        title={t('shape.faults', { count: preview.fault_count, n: number(preview.fault_count) })}
        lines={preview.faults.map(({ row, field, reason }) => {
          const label = field ? t(`shape.patterns.${field}`) : '';
          return `${row}: ${reason ?? t('shape.empty', { label })}`;
        })}
      />
      <Told color="blue" title={t('shape.changes_title', { platform })} lines={changes} />
      <Categories categories={preview.categories.slice(0, shownAtFirst)} counts={counts} />
      {preview.templates.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {t('shape.templates_preview')}
          </Text>
          <ul className={classes.tree}>
            {preview.templates.map(({ template, courses }) => (
              <li key={template}>
                <div className={classes.path}>{template}</div>
                <div className={classes.counts}>
                  {t('shape.count_courses', { count: courses, n: number(courses) })}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {preview.cohorts.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {t('shape.cohorts', { platform })}
          </Text>
          <ul className={classes.tree}>
            {preview.cohorts.slice(0, shownAtFirst).map(({ name, people }) => (
              <li key={name}>
                <div className={classes.path}>{name}</div>
                <div className={classes.counts}>
                  {t('shape.count_students', { count: people, n: number(people) })}
                </div>
              </li>
            ))}
          </ul>
          {moreCohorts > 0 && (
            <Text size="xs" c="dimmed">
              {t('shape.more_cohorts', { count: moreCohorts, n: number(moreCohorts) })}
            </Text>
          )}
        </>
      )}
      <PeopleExample
        fields={preview.username ? [preview.username, ...preview.profile] : preview.profile}
        platform={platform}
      />
      {hidden > 0 && (
        <details className={classes.insert}>
          <summary>{t('shape.more', { count: hidden, n: number(hidden) })}</summary>
          <Categories categories={preview.categories.slice(shownAtFirst)} counts={counts} />
        </details>
      )}
    </>
  );
}
