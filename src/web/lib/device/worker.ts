import type { Session } from '../session.ts';

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
