/** The other languages: a module of its own, which a salon with one language never loads. */
import { isLanguage, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import type { Tongue } from '#domain/language/translate.ts';
import { keepLanguageBy } from './routing/browser-router.tsx';

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

const languageIn = (search: string): string | null => new URLSearchParams(search).get('jezik');

/** Adds the language that the query of a page names to paths. docs/spec/behaviour.md §33.3 */
export function keepingLanguage(search: string): (to: string) => string {
  const kept = languageIn(search);
  return (to) =>
    !kept || /[?&]jezik=/.test(to)
      ? to
      : to.replace(/^[^#]*/, (path) => `${path}${path.includes('?') ? '&' : '?'}jezik=${kept}`);
}

/** Keeps the language that the page's own URL names, if the server has chosen it. */
export function keepLanguageOfPage(): void {
  const { search } = location;
  if (languageIn(search) === document.documentElement.lang) keepLanguageBy(keepingLanguage(search));
}
