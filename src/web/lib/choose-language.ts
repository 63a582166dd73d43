import type { Language } from '#domain/language/languages.ts';

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
