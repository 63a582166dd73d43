import { currentSession } from '../session.ts';

/** On the owner's home screen the app has shortcuts of her own; the manifest is fetched without a token. */
export function linkManifest(): void {
  const link = document.querySelector('link[rel=manifest]');
  const href = `/site.webmanifest${currentSession()?.role === 'ADMIN' ? '?za=vlasnica' : ''}`;
  if (link?.getAttribute('href') !== href) link?.setAttribute('href', href);
}
