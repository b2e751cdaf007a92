import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastError } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { type Language, setLanguage } from '../texts/i18n';
import { savePreference } from './calls';

export const languageNames = { id: 'Bahasa Indonesia', en: 'English' };
export const appearances = ['light', 'dark', 'auto'] as const;
type Appearance = (typeof appearances)[number];

/** Language and appearance with their setters. A choice applies here at once and is stored with the account. */
export function usePreferences() {
  const { i18n } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const save = async (choice: Parameters<typeof savePreference>[0]) => {
    try {
      await savePreference(choice);
    } catch (cause) {
      toastError(failureText(cause));
    }
  };
  return {
    language: i18n.language,
    appearance: colorScheme,
    chooseLanguage: async (language: Language) => {
      await setLanguage(language);
      await save({ language });
      // The server's sentences depend on the language.
      await queries.invalidateQueries();
    },
    chooseAppearance: async (appearance: Appearance) => {
      setColorScheme(appearance);
      await save({ appearance });
    },
  };
}
