import { Anchor, Button, Text } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { useNotices } from '../notices/useNotices';
import { ForAdministrators } from '../session/ForAdministrators';
import { formatMoment, formatNumber } from '../texts/format';
import { FirstSteps } from './FirstSteps';
import classes from './Home.module.css';
import { type KindLine, listsNeverSynced, pendingRows } from './kindStatus';

interface Props {
  lines: readonly KindLine[];
  comparedAt: string | null | undefined;
}

/** The top of the main page: one true sentence, one action, then the open issues, most urgent first. */
export function CampusStatus({ lines, comparedAt }: Props) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const issues = useNotices() ?? [];
  const platform = settings.platform_name;
  return (
    <section className={classes.standing} aria-label={t('attention.title')}>
      <div className={classes.sentence}>
        <Text fw={600} fz={18} role="status">
          <StatusSentence lines={lines} issues={issues.length} />
        </Text>
        <ForAdministrators>
          <Button
            component={Link}
            to="/selaraskan"
            search={{ mulai: '1' } as never}
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            {t('align.button')}
          </Button>
        </ForAdministrators>
      </div>
      {issues.length > 0 && (
        <ul className={classes.attention}>
          {issues.map((one) => (
            <li key={one.code}>
              <span>{one.text}</span>{' '}
              <Anchor
                component={Link}
                {...one.to}
                size="sm"
                aria-label={`${t('attention.see')}: ${one.text}`}
              >
                {t('attention.see')}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      {lines.some(({ status }) => status.migrated > 0) && (
        <Text size="xs" c="dimmed">
          {comparedAt
            ? t('attention.compared', { platform, time: formatMoment(comparedAt) })
            : t('attention.never_compared', { platform })}
        </Text>
      )}
      <FirstSteps lines={lines} comparedAt={comparedAt} />
    </section>
  );
}

function StatusSentence({ lines, issues }: { lines: readonly KindLine[]; issues: number }) {
  const { t, i18n } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const number = (value: number) => formatNumber(value, i18n.language);
  if (lines.every(({ status }) => status.rows === 0)) {
    return <>{t('attention.empty', { platform: settings.platform_name })}</>;
  }
  if (issues === 1) return <>{t('attention.some_one')}</>;
  if (issues > 1) return <>{t('attention.some', { n: number(issues) })}</>;
  const pending = pendingRows(lines);
  if (pending > 0) return <>{t('attention.waiting', { n: number(pending) })}</>;
  const lacking = listsNeverSynced(lines);
  if (lacking > 0) {
    return <>{t('attention.unfetched', { n: number(lacking), source: settings.source_name })}</>;
  }
  const last = lines
    .map(({ status }) => status.last_synced_at)
    .filter((time) => time !== null)
    .sort()
    .at(-1);
  return <>{last ? t('attention.in_step_since', { time: formatMoment(last) }) : t('attention.in_step')}</>;
}
