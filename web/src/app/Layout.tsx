import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import { Tray } from '../action/Tray';
import { settingsQuery } from '../api/settings';
import { setTimeZone } from '../texts/format';
import { Sidebar } from './Sidebar';
import { UserMenu } from './UserMenu';

/** What surrounds every screen but login and signup. */
export function Layout() {
  const { t } = useTranslation();
  const [open, { toggle, close }] = useDisclosure(false);
  const { data: settings } = useQuery(settingsQuery);
  useEffect(() => {
    if (settings) setTimeZone(settings.time_zone);
  }, [settings]);

  return (
    <JobsProvider>
      <ConfirmProvider>
        <a className="skip" href="#isi">
          {t('app.skip')}
        </a>
        <AppShell
          header={{ height: 48 }}
          navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !open } }}
          padding={{ base: 'sm', md: 'md' }}
          transitionDuration={120}
        >
          <AppShell.Header>
            <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
              <Group gap="xs" wrap="nowrap">
                <Burger
                  opened={open}
                  onClick={toggle}
                  hiddenFrom="md"
                  size="sm"
                  aria-label={open ? t('app.close_menu') : t('app.open_menu')}
                  aria-expanded={open}
                />
                <Link to="/" className="brand">
                  <img src="/selaras.svg" alt="" width={24} height={24} />
                  {t('app.name')}
                </Link>
              </Group>
              <Group gap={4} wrap="nowrap">
                <Tray />
                <UserMenu />
              </Group>
            </Group>
          </AppShell.Header>
          <AppShell.Navbar p="xs" style={{ overflowY: 'auto' }} aria-label={t('app.navigation')}>
            <Sidebar onLeave={close} />
          </AppShell.Navbar>
          <AppShell.Main id="isi" tabIndex={-1} style={{ outline: 'none' }}>
            <Outlet />
          </AppShell.Main>
        </AppShell>
      </ConfirmProvider>
    </JobsProvider>
  );
}
