import type { Language } from './languages.ts';

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'sr-Latn': 'Srpski, latinica',
  'sr-Cyrl': 'Српски, ћирилица',
  en: 'English',
  ru: 'Русский',
};
