import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import classes from './Person.module.css';
import type { SystemStates } from './personCalls';

addTexts('person', personTexts);

const icons = {
  sudah: IconCheck,
  belum: IconMinus,
  berubah: IconPlayerPause,
  gagal: IconAlertTriangle,
} as const;

interface MarkProps {
  state: keyof typeof icons;
  children: ReactNode;
  /** Small text beside the word. */
  note?: string | null | undefined;
}

/** A state in one system: a word with its icon and colour. */
function StateMark({ state, children, note }: MarkProps) {
  const Sign = icons[state];
  return (
    <span className={classes.mark}>
      <span className="state-text" data-state={state}>
        <Sign size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {children}
      </span>
      {note && <span className={classes.beside}>{note}</span>}
    </span>
  );
}

export function SourceState({ source }: { source: SystemStates['source'] }) {
  const { t } = useTranslation();
  if (source.listed === null) return <StateMark state="gagal">{t('person.unknown')}</StateMark>;
  return source.listed ? (
    <StateMark state="sudah">{t('person.listed')}</StateMark>
  ) : (
    <StateMark state="belum">{t('person.unlisted')}</StateMark>
  );
}

export function DashboardState({ dashboard }: { dashboard: SystemStates['dashboard'] }) {
  const { t } = useTranslation();
  if (!dashboard) return <StateMark state="belum">{t('person.unlisted')}</StateMark>;
  if (dashboard.missing_since) {
    return (
      <StateMark state="berubah" note={formatDate(dashboard.missing_since)}>
        {t('person.gone')}
      </StateMark>
    );
  }
  return (
    <StateMark state="sudah" note={dashboard.entered_here ? t('person.entered_here') : null}>
      {t('person.listed')}
    </StateMark>
  );
}

export function PlatformState({ platform }: { platform: SystemStates['platform'] }) {
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
      <StateMark state={in_group ? 'sudah' : 'berubah'} note={beside}>
        {t('person.enrolled')}
      </StateMark>
    );
  }
  if (state === 'suspended') {
    return (
      <StateMark state="berubah" note={beside}>
        {t('person.suspended')}
      </StateMark>
    );
  }
  if (state === 'unknown') return <StateMark state="gagal">{t('person.unknown')}</StateMark>;
  return <StateMark state="belum">{t(state === 'no_class' ? 'person.no_class' : 'person.absent')}</StateMark>;
}
