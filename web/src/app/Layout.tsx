import { Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnAccount } from '../account/useOwnAccount';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import { settingsQuery } from '../api/settings';
import { PartBoundary } from '../message/PartBoundary';
import { Notices } from '../notices/Notices';
import { Shortcuts } from '../page/Shortcuts';
import { SearchField } from '../search/SearchField';
import { setTimeZone } from '../texts/format';
import { Tray } from '../tray/Tray';
import { DiskFull } from './DiskFull';
import { Offline } from './Offline';
import { Sidebar } from './Sidebar';
import { UserMenu } from './UserMenu';
import { usePageFocus } from './usePageFocus';

/** The frame of every screen but login and signup. The layout is plain CSS: Mantine's AppShell is 12 kB of script. */
export function Layout() {
  const { t } = useTranslation();
  const [open, { toggle, close }] = useDisclosure(false);
  const { data: settings } = useQuery(settingsQuery);
  useOwnAccount();
  usePageFocus();
  // Renders the frame first and the screen in a transition, because both together block the browser.
  const frameIsShown = useDeferredValue(true, false);
  useEffect(() => {
    if (settings) setTimeZone(settings.time_zone);
  }, [settings]);

  return (
    <JobsProvider>
      <ConfirmProvider>
        <a className="skip" href="#isi">
          {t('app.skip')}
        </a>
        <header className="top-bar">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={open}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={open ? t('app.close_menu') : t('app.open_menu')}
              aria-expanded={open}
              aria-controls="menu"
            />
            <Link to="/" className="brand">
              <img src="/selaras.svg" alt="" width={24} height={24} />
              {t('app.name')}
            </Link>
          </Group>
          <Group gap={4} wrap="nowrap">
            <PartBoundary>
              <SearchField />
            </PartBoundary>
            <PartBoundary>
              <Notices />
            </PartBoundary>
            <PartBoundary>
              <Tray />
            </PartBoundary>
            <UserMenu />
          </Group>
        </header>
        <nav id="menu" className="side-bar" data-open={open || undefined} aria-label={t('app.navigation')}>
          <PartBoundary>
            <Sidebar onLeave={close} />
          </PartBoundary>
        </nav>
        <main id="isi" className="page" tabIndex={-1}>
          <Offline />
          <DiskFull />
          {frameIsShown && <Outlet />}
        </main>
        <Shortcuts />
      </ConfirmProvider>
    </JobsProvider>
  );
}
