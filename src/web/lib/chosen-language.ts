import type { Language } from '#domain/language/languages.ts';
import { languageOfPage } from './language.ts';
import { currentSession, isStaff } from './session/session.ts';

/** The language of this device, as a choice or a login has stored it: staff have only a script. */
const languageOfDevice = (): string | undefined =>
  RegExp(`${isStaff(currentSession()) ? 'pismo' : 'jezik'}=([^;]*)`).exec(document.cookie)?.[1];

/** After a login: whether its user reads another language than the page. The server has stored the language of her profile on the device. */
export function isOtherLanguage(): boolean {
  const wanted = languageOfDevice();
  return wanted !== undefined && wanted !== languageOfPage();
}

const YEAR_SECONDS = 31_536_000;

/** Stores the choice of a language on this device and opens the page in it. */
export function chooseLanguage(language: Language): void {
  // no Cookie Store API: Safari and Firefox have it only since 2025
  Object.assign(document, { cookie: `jezik=${language};path=/;max-age=${YEAR_SECONDS};samesite=lax` });
  const address = new URL(window.location.href);
  // the URL precedes the cookie, so it names a language only where the browser stores none
  if (navigator.cookieEnabled) address.searchParams.delete('jezik');
  else address.searchParams.set('jezik', language);
  window.history.replaceState(window.history.state, '', address);
  window.location.reload();
}
