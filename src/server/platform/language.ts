import { AsyncLocalStorage } from 'node:async_hooks';
import { tongue as english } from '#domain/language/en/tongue.ts';
import type { Language } from '#domain/language/languages.ts';
import { tongue as russian } from '#domain/language/ru/tongue.ts';
import { tongue as cyrillic } from '#domain/language/sr-Cyrl/tongue.ts';
import { speakBy, type Tongue } from '#domain/language/translate.ts';

const TONGUES: Readonly<Record<Language, Tongue | undefined>> = {
  'sr-Latn': undefined,
  'sr-Cyrl': cyrillic,
  en: english,
  ru: russian,
};

const spoken = new AsyncLocalStorage<Tongue | undefined>();
/** The language of the work that is running; undefined for Serbian in Latin letters. */
export const spokenHere = (): Tongue | undefined => spoken.getStore();
speakBy(spokenHere);

/** Runs work whose sentences are written in this language. Without it they are written in Serbian. docs/spec/behaviour.md §33 */
export const inLanguage = <T>(language: Language, work: () => T): T => spoken.run(TONGUES[language], work);
