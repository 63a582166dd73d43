import { logSilentFailure } from '../errors.ts';
import { currentSession, type Session } from '../session/session.ts';

/** On the owner's home screen the app has shortcuts of her own; the manifest is fetched without a token. */
export function linkManifest(): void {
  const link = document.querySelector('link[rel=manifest]');
  const href = `/site.webmanifest${currentSession()?.role === 'ADMIN' ? '?za=vlasnica' : ''}`;
  if (link?.getAttribute('href') !== href) link?.setAttribute('href', href);
}

async function forget(): Promise<void> {
  const registration = await installedWorker();
  // first: nothing that is on its way may be shown to the next one
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
  await registration?.unregister();
  if (!('caches' in globalThis)) return;
  const own = (await caches.keys()).filter((name) => name.startsWith('lunula-'));
  await Promise.all(own.map((name) => caches.delete(name)));
}

let forgetting: Promise<void> = Promise.resolve();

/**
 * The session of a person is over: what this device kept for it goes - the subscription, what is shown of it, the worker and its
 * caches. What lies beside the token goes with the token (session.ts). The salon ends the subscription with the session.
 */
export function forgetPerson(): void {
  forgetting = forget().catch((error: unknown) => logSilentFailure('forgetting', error));
}

/** Whoever comes next begins after it. */
export const allForgotten = (): Promise<void> => forgetting;

const UPDATE_EVERY_MS = 3_600_000;
const OWNERS = '?za=vlasnica';

const isThere = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** The worker that this device has, if it has one. */
export const installedWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isThere() ? navigator.serviceWorker.getRegistration('/') : undefined;

/** What a page of this release begins with: the worker knows its own by it. */
const entryOfPage = (): string | undefined => {
  const src = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  return src && new URL(src).pathname;
};

/** The worker for this person, ready; undefined where the browser has none. */
export async function workerFor(session: Session | null): Promise<ServiceWorkerRegistration | undefined> {
  if (!isThere()) return undefined;
  await navigator.serviceWorker.register(`/sw.js${session?.role === 'ADMIN' ? OWNERS : ''}`, {
    updateViaCache: 'none',
  });
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ entry: entryOfPage() });
  return registration;
}

/** A page that is open for days learns of another release as well; its own chunks stay as long as it is open. */
export function lookForReleases(registration: ServiceWorkerRegistration, over: AbortSignal): void {
  let lookedAt = Date.now();
  const look = (): void => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < UPDATE_EVERY_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined); // without a network: the next time
  };
  document.addEventListener('visibilitychange', look, { signal: over });
}
