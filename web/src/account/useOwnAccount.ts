import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { updateUser } from '../session/session';
import { languages, setLanguage } from '../texts/i18n';
import { accountQuery } from './calls';
import { appearances } from './usePreferences';

/** Applies the signed-in account's role and preferences from the server. */
export function useOwnAccount(): void {
  const { data: account } = useQuery(accountQuery);
  const { setColorScheme } = useMantineColorScheme();
  const applied = useRef(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const needsSecondFactor = account?.lacks_second_factor === true && pathname !== '/akun';
  useEffect(() => {
    // The server refuses every other screen until the second factor is set up.
    if (needsSecondFactor) void navigate({ to: '/akun', replace: true });
  }, [needsSecondFactor, navigate]);
  useEffect(() => {
    if (!account) return;
    updateUser(account);
    // Only once: later choices apply here before the server knows them.
    if (applied.current) return;
    applied.current = true;
    const language = languages.find((one) => one === account.language);
    if (language && language !== document.documentElement.lang) void setLanguage(language);
    const appearance = appearances.find((one) => one === account.appearance);
    if (appearance) setColorScheme(appearance);
  }, [account, setColorScheme]);
}
