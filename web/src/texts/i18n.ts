import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setDateLanguage } from './format';
import { id } from './id';

export const languages = ['id', 'en'] as const;
export type Language = (typeof languages)[number];

const languageKey = 'selaras.language';

function storedLanguage(): Language {
  return localStorage.getItem(languageKey) === 'en' ? 'en' : 'id';
}

let englishIsLoaded = false;

async function load(language: Language): Promise<void> {
  // English is fetched only if it is chosen; most users never need it.
  if (language === 'en' && !englishIsLoaded) {
    const { en } = await import('./en');
    i18next.addResourceBundle('en', 'translation', en);
    englishIsLoaded = true;
  }
}

/** Texts that were added before the start. */
const early = new Map<string, Record<Language, object>>();

/** Adds the texts of a part of the page that is fetched later; their keys begin with its name. */
export function addTexts(part: string, texts: Record<Language, object>): void {
  if (!i18next.isInitialized) {
    early.set(part, texts);
    return;
  }
  for (const language of languages) {
    i18next.addResourceBundle(language, 'translation', { [part]: texts[language] });
  }
}

export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  localStorage.setItem(languageKey, language);
  document.documentElement.lang = language;
  setDateLanguage(language);
  await i18next.changeLanguage(language);
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'id',
    fallbackLng: 'id',
    resources: { id: { translation: id } },
    // React escapes what it renders, so a second escaping would show as &amp;.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  for (const [part, texts] of early) addTexts(part, texts);
  await setLanguage(storedLanguage());
}
