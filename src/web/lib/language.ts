import { type Language, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { OWNERS_LANGUAGE } from '#domain/language/owners-language.ts';
import { speakBy, tongue } from '#domain/language/translate.ts';
import { currentSession, isStaff } from './session/session.ts';

/** Learns the page's language, which the server has chosen. The owner and technicians read Serbian, in the page's script. docs/spec/behaviour.md §33.3 */
export async function learnPageLanguage(): Promise<void> {
  const { documentElement: root } = document;
  if (isStaff(currentSession())) root.lang = OWNERS_LANGUAGE;
  if (root.lang === SALONS_LANGUAGE && !location.search.includes('jezik=')) return;
  const { keepLanguageOfPage, tongueOf } = await import('./tongues.ts');
  keepLanguageOfPage();
  const learned = await tongueOf(root.lang);
  speakBy(() => learned);
}

/** True in the pages of salons with one language: scripts/build/one-language.ts writes it there, and what other calls return. */
export const hasOneLanguage = (): boolean => false;

export const languageOfPage = (): Language => tongue()?.language ?? SALONS_LANGUAGE;
