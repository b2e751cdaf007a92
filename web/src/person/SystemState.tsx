import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../texts/format';
import classes from './Person.module.css';
import type { Sides } from './personCalls';

const signs = {
  sudah: IconCheck,
  belum: IconMinus,
  berubah: IconPlayerPause,
  gagal: IconAlertTriangle,
} as const;

interface MarkProps {
  state: keyof typeof signs;
  children: ReactNode;
  /** Small text beside the word. */
  beside?: string | null | undefined;
}

/** A state in one system: a word with its icon and colour. */
function Mark({ state, children, beside }: MarkProps) {
  const Sign = signs[state];
  return (
    <span className={classes.mark}>
      <span className="state-text" data-state={state}>
        <Sign size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {children}
      </span>
      {beside && <span className={classes.beside}>{beside}</span>}
    </span>
  );
}

export function AtSource({ source }: { source: Sides['source'] }) {
  const { t } = useTranslation();
  if (source.listed === null) return <Mark state="gagal">{t('person.unknown')}</Mark>;
  return source.listed ? (
    <Mark state="sudah">{t('person.listed')}</Mark>
  ) : (
    <Mark state="belum">{t('person.unlisted')}</Mark>
  );
}

export function InDashboard({ dashboard }: { dashboard: Sides['dashboard'] }) {
  const { t } = useTranslation();
  if (!dashboard) return <Mark state="belum">{t('person.unlisted')}</Mark>;
  if (dashboard.missing_since) {
    return (
      <Mark state="berubah" beside={formatDate(dashboard.missing_since)}>
        {t('person.gone')}
      </Mark>
    );
  }
  return (
    <Mark state="sudah" beside={dashboard.entered_here ? t('person.entered_here') : null}>
      {t('person.listed')}
    </Mark>
  );
}

export function OnPlatform({ platform }: { platform: Sides['platform'] }) {
  const { t } = useTranslation();
  const { state, in_group, groups, last_access } = platform;
  const beside = [
    groups.length > 0 ? t('person.groups', { groups: groups.join(', ') }) : '',
    last_access ? t('person.opened', { date: formatDate(last_access) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  if (state === 'active') {
    return (
      <Mark state={in_group ? 'sudah' : 'berubah'} beside={beside}>
        {t('person.enrolled')}
      </Mark>
    );
  }
  if (state === 'suspended') {
    return (
      <Mark state="berubah" beside={beside}>
        {t('person.suspended')}
      </Mark>
    );
  }
  if (state === 'unknown') return <Mark state="gagal">{t('person.unknown')}</Mark>;
  return <Mark state="belum">{t(state === 'no_class' ? 'person.no_class' : 'person.absent')}</Mark>;
}
