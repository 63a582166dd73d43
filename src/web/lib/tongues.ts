/** The sentences of the other languages: a module of its own, which pages in Serbian never load. */
import { isLanguage, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import type { Tongue } from '#domain/language/translate.ts';

const cyrillicFace = () => import('../cyrillic-face.css');

const TONGUES = {
  'sr-Cyrl': async () =>
    (await Promise.all([import('#domain/language/sr-Cyrl/tongue.ts'), cyrillicFace()]))[0],
  en: () => import('#domain/language/en/tongue.ts'),
  ru: async () => (await Promise.all([import('#domain/language/ru/tongue.ts'), cyrillicFace()]))[0],
};

/** Loads the sentences of a language; nothing for Serbian in Latin letters and for what is no language. */
export async function tongueOf(language: string): Promise<Tongue | undefined> {
  if (!isLanguage(language) || language === SALONS_LANGUAGE) return undefined;
  return (await TONGUES[language]()).tongue;
}
