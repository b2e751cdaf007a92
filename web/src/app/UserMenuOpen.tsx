import { Menu, useMantineColorScheme } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logOut, useSession } from '../session/session';
import { type Language, languages, setLanguage } from '../texts/i18n';
import { UserButton } from './UserButton';

const languageNames = { id: 'Bahasa Indonesia', en: 'English' };
const appearances = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

export function UserMenuOpen() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!session) return null;

  async function choose(language: Language) {
    await setLanguage(language);
    // The server's sentences come in the new language.
    await queries.invalidateQueries();
  }

  return (
    <Menu position="bottom-end" width={220} defaultOpened>
      <Menu.Target>
        <UserButton name={session.user.name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.user.username || session.user.name}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('menu.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={i18n.language === language || undefined}
            fw={i18n.language === language ? 600 : undefined}
            onClick={() => choose(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Label>{t('menu.appearance')}</Menu.Label>
        {appearances.map(({ value, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={15} />}
            aria-current={colorScheme === value || undefined}
            fw={colorScheme === value ? 600 : undefined}
            onClick={() => setColorScheme(value)}
          >
            {t(`menu.${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => logOut()}>
          {t('menu.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
