import { NativeSelect, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languages } from '../texts/i18n';
import classes from './Account.module.css';
import { Section } from './Section';
import { appearances, languageNames, usePreferences } from './usePreferences';

/** Language and appearance. They apply at once and follow the user to other machines. */
export function Preferences() {
  const { t } = useTranslation();
  const { language, appearance, chooseLanguage, chooseAppearance } = usePreferences();
  return (
    <Section title={t('account.preferences')} about={t('account.preferences_about')}>
      <Stack gap="sm" className={classes.narrow}>
        <NativeSelect
          label={t('menu.language')}
          value={language}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const next = languages.find((one) => one === value);
            if (next) void chooseLanguage(next);
          }}
        />
        <NativeSelect
          label={t('menu.appearance')}
          value={appearance}
          data={appearances.map((value) => ({ value, label: t(`menu.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = appearances.find((one) => one === value);
            if (next) void chooseAppearance(next);
          }}
        />
      </Stack>
    </Section>
  );
}
