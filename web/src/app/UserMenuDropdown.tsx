import { Menu } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { appearances, languageNames, usePreferences } from '../account/usePreferences';
import { logOut, useSession } from '../session/session';
import { languages } from '../texts/i18n';
import { UserButton } from './UserButton';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function UserMenuDropdown() {
  const { t } = useTranslation();
  const session = useSession();
  const { language, appearance, chooseLanguage, chooseAppearance } = usePreferences();
  if (!session) return null;

  return (
    <Menu position="bottom-end" width={220} defaultOpened withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UserButton name={session.user.name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.user.username || session.user.name}
          {session.user.role === 'viewer' && ` · ${t('roles.viewer')}`}
        </Menu.Label>
        <Menu.Item component={Link} to="/akun" leftSection={<IconUserCircle size={15} />}>
          {t('account.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('menu.language')}</Menu.Label>
        {languages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            aria-current={language === one || undefined}
            fw={language === one ? 600 : undefined}
            onClick={() => chooseLanguage(one)}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
        <Menu.Label>{t('menu.appearance')}</Menu.Label>
        {appearances.map((one) => {
          const Sign = icons[one];
          return (
            <Menu.Item
              key={one}
              leftSection={<Sign size={15} />}
              aria-current={appearance === one || undefined}
              fw={appearance === one ? 600 : undefined}
              onClick={() => chooseAppearance(one)}
            >
              {t(`menu.${one}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => logOut()}>
          {t('menu.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
