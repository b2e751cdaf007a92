import type { Icon } from '@tabler/icons-react';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconChalkboard from '@tabler/icons-react/dist/esm/icons/IconChalkboard.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconClipboardList from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs';
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUserCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { toastNeutral } from '../message/toasts';
import { useMayChange } from '../session/session';

interface Item {
  text: string;
  to: string;
}

const sections = [
  {
    text: 'sidebar.kelas',
    Icon: IconBook,
    items: [
      { text: 'kinds.kelas.title', to: '/kelas' },
      { text: 'kinds.kelas.create', to: '/kelas/create' },
      { text: 'kinds.mata_kuliah.title', to: '/mata_kuliah' },
      { text: 'kinds.prodi.title', to: '/prodi' },
      { text: 'kinds.jurusan.title', to: '/jurusan' },
      { text: 'kinds.semester.title', to: '/semester' },
      { text: 'kinds.tahun_ajaran.title', to: '/tahun-ajaran' },
    ],
  },
  {
    text: 'sidebar.mahasiswa',
    Icon: IconSchool,
    items: [
      { text: 'kinds.mahasiswa.title', to: '/mahasiswa' },
      { text: 'sidebar.mahasiswa_mbkm', to: '/mahasiswa/mbkm' },
      { text: 'kinds.mahasiswa.create', to: '/mahasiswa/create' },
    ],
  },
  {
    text: 'sidebar.pengajar',
    Icon: IconUsers,
    items: [
      { text: 'kinds.pengajar.title', to: '/pengajar' },
      { text: 'kinds.pengajar.create', to: '/pengajar/create' },
    ],
  },
  {
    text: 'sidebar.mengajar',
    Icon: IconChalkboard,
    items: [{ text: 'kinds.mengajar.title', to: '/mengajar' }],
  },
  {
    text: 'sidebar.user',
    Icon: IconUserCog,
    items: [
      { text: 'kinds.user.title', to: '/user' },
      { text: 'kinds.user.create', to: '/user/create' },
    ],
  },
  {
    text: 'sidebar.settings',
    Icon: IconSettings,
    items: [
      { text: 'titles.schedule', to: '/pengaturan/jadwal' },
      { text: 'titles.connections', to: '/pengaturan/koneksi' },
      { text: 'titles.sources', to: '/pengaturan/sumber' },
      { text: 'titles.shape', to: '/pengaturan/bentuk' },
      { text: 'titles.matches', to: '/cocokkan' },
    ],
  },
] as const;

const singles = [
  { text: 'titles.log', to: '/log-activity', Icon: IconClipboardList },
  { text: 'titles.zoom', to: '/zoom-activity', Icon: IconVideo },
  { text: 'titles.period', to: '/laporan', Icon: IconReportAnalytics },
] as const;

// The router would also mark /kelas as active on /kelas/create; the code below decides instead.
const exactly = { exact: true };

export function Sidebar({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);

  // The active entry is the longest prefix of the address, so /kelas/7/update still marks "Daftar Kelas".
  const entries: Item[] = [...sections.flatMap((section): readonly Item[] => section.items), ...singles];
  const current = entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]?.to;

  function link({ text, to }: Item) {
    if (!mayChange && to.endsWith('/create')) return null;
    if (to === '/mahasiswa/mbkm' && !settings.mbkm) {
      return (
        <button
          key={to}
          type="button"
          className="nav-link mantine-focus-auto"
          onClick={() => toastNeutral(t(text), t('app.on_development'))}
        >
          {t(text)}
        </button>
      );
    }
    return (
      <NavLink key={to} to={to} current={to === current} onLeave={onLeave}>
        {t(text, { platform: settings.platform_name })}
      </NavLink>
    );
  }

  return (
    <>
      {sections.map(({ text, Icon, items }) => (
        <Section
          key={text}
          title={t(text)}
          Icon={Icon}
          initiallyOpen={
            text === 'sidebar.kelas' || text === 'sidebar.mahasiswa' || items.some(({ to }) => to === current)
          }
        >
          {items.map(link)}
        </Section>
      ))}
      {singles.map(({ text, to, Icon }) => (
        <NavLink key={to} to={to} current={to === current} onLeave={onLeave} Icon={Icon}>
          {t(text)}
        </NavLink>
      ))}
    </>
  );
}

interface SectionProps {
  title: string;
  Icon: Icon;
  initiallyOpen: boolean;
  children: ReactNode;
}

/** A collapsible group of entries. A closed group is not rendered, because the menu is on every page. */
function Section({ title, Icon, initiallyOpen, children }: SectionProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="nav-link mantine-focus-auto"
        data-section
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon size={17} aria-hidden />
        {title}
        <IconChevronRight size={14} aria-hidden className="nav-chevron" />
      </button>
      {open && (
        <div id={id} className="nav-items">
          {children}
        </div>
      )}
    </>
  );
}

interface NavLinkProps {
  to: string;
  current: boolean;
  onLeave: () => void;
  /** The icon of an entry without a group. */
  Icon?: Icon;
  children: ReactNode;
}

function NavLink({ to, current, onLeave, Icon, children }: NavLinkProps) {
  return (
    <Link
      to={to}
      className="nav-link mantine-focus-auto"
      activeOptions={exactly}
      data-section={Icon ? true : undefined}
      onClick={onLeave}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      {Icon && <Icon size={17} aria-hidden />}
      {children}
    </Link>
  );
}
