import { Anchor, Group, Text } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { usePersonalSetting } from '../list/personalSettings';
import { schedulesQuery } from '../schedule/schedulesQuery';
import { formatNumber } from '../texts/format';
import classes from './Home.module.css';
import { type KindLine, listsNeverSynced, stepsOf } from './kindStatus';

interface Props {
  lines: readonly KindLine[];
  comparedAt: string | null | undefined;
}

const isHidden = (value: unknown): value is true => value === true;

/**
 * The first steps of a campus. Each is ticked once it has been done, whatever waits now. The list goes when all are ticked, or
 * when the user hides it.
 */
export function FirstSteps({ lines, comparedAt }: Props) {
  const { t, i18n } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { data: schedules } = useQuery(schedulesQuery);
  const [hidden, hide] = usePersonalSetting('first_steps_hidden', isHidden);
  const names = { source: settings.source_name, platform: settings.platform_name };
  const number = (value: number) => formatNumber(value, i18n.language);
  const lacking = listsNeverSynced(lines);
  const steps = [
    ...stepsOf(lines).map(({ part, done, total }) => ({
      id: part,
      name: t(`align.parts.${part}`, names),
      to: '/selaraskan',
      done: done > 0 && !(part === 'sync' && lacking > 0),
      progress: [
        t('attention.rows_of', { done: number(done), total: number(total) }),
        ...(part === 'sync' && lacking > 0 ? [t('attention.lists_unfetched', { n: number(lacking) })] : []),
      ].join(' · '),
    })),
    { id: 'compare', name: t('comparison.compare'), to: '/', hash: 'comparison', done: Boolean(comparedAt) },
    {
      id: 'schedule',
      name: t('runs.settings'),
      to: '/pengaturan/jadwal',
      done: schedules?.some(({ enabled }) => enabled) === true,
    },
  ].map((step) => ({ hash: '', progress: '', ...step }));
  if (hidden || steps.every(({ done }) => done)) return null;
  return (
    <section aria-labelledby="first-steps" className={classes.steps}>
      <Group justify="space-between">
        <Text component="h2" size="sm" fw={600} id="first-steps">
          {t('attention.first_steps')}
        </Text>
        <Anchor component="button" type="button" size="xs" onClick={() => hide(true)}>
          {t('attention.hide_steps')}
        </Anchor>
      </Group>
      <ol>
        {steps.map(({ id, name, to, hash, done, progress }) => (
          <li key={id} data-done={done || undefined}>
            {done ? <IconCircleCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
            <span>
              {done ? (
                name
              ) : (
                <Anchor component={Link} to={to} hash={hash} fz="inherit">
                  {name}
                </Anchor>
              )}
              <span className="visually-hidden">: {t(done ? 'align.state.done' : 'state.belum')}</span>
              <Text size="xs" c="dimmed">
                {progress}
              </Text>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
