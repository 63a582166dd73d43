import { SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { logSilentFailure } from '../api.ts';
import { hasOneLanguage, languageOfPage } from '../language.ts';
import { currentSession, isStaff, type Session } from '../session/session.ts';

const OWNERS = '?za=vlasnica';

/** Links the manifest. A query selects the owner's or a language's, because browsers request manifests without session token and cookie. */
export function linkManifest(): void {
  const link = document.querySelector('link[rel=manifest]');
  const language = languageOfPage();
  const query = language === SALONS_LANGUAGE ? '' : `?jezik=${language}`;
  const href = `/site.webmanifest${isStaff(currentSession()) ? OWNERS : query}`;
  if (link?.getAttribute('href') !== href) link?.setAttribute('href', href);
}

/** Ends the device's push subscription, and removes the notifications that are still displayed. */
export async function endPush(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

async function clear(): Promise<void> {
  const registration = await installedWorker();
  await endPush(registration); // first unsubscribes from push, so that the next user gets no push of the previous user
  await registration?.unregister();
  if (!('caches' in globalThis)) return;
  const own = (await caches.keys()).filter((name) => name.startsWith('lunula-'));
  await Promise.all(own.map((name) => caches.delete(name)));
}

let clearing: Promise<void> = Promise.resolve();

/** Removes push subscription, notifications, service worker and caches at a session's end; session.ts removes the stored items. */
export function clearDevice(): void {
  clearing = clear().catch((error: unknown) => logSilentFailure('clearing the device', error));
}

export const deviceCleared = (): Promise<void> => clearing;

const UPDATE_EVERY_MS = 3_600_000;

const isThere = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

export const installedWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isThere() ? navigator.serviceWorker.getRegistration('/') : undefined;

/** The path of the page's entry script. The service worker uses it to recognize its own release. */
const entryOfPage = (): string | undefined => {
  const src = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  return src && new URL(src).pathname;
};

/** Installs the service worker for the user's role; returns undefined when the browser does not support service workers. */
export async function workerFor(session: Session | null): Promise<ServiceWorkerRegistration | undefined> {
  if (!isThere()) return undefined;
  const name = hasOneLanguage() ? 'sw' : `sw.${languageOfPage()}`; // each stores only the files of its language
  await navigator.serviceWorker.register(`/${name}.js${isStaff(session) ? OWNERS : ''}`, {
    updateViaCache: 'none',
  });
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ entry: entryOfPage() });
  return registration;
}

/** Checks for a new release when the page becomes visible, at most once an hour, for pages that stay open for days. */
export function checkForReleases(registration: ServiceWorkerRegistration, over: AbortSignal): void {
  let checkedAt = Date.now();
  const check = (): void => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < UPDATE_EVERY_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined); // ignores a failure, for example without a network: the next check tries again
  };
  document.addEventListener('visibilitychange', check, { signal: over });
}
