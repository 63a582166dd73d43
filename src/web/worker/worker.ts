/**
 * The service worker of a language: sw.js, sw.ru.js … Installed only on devices with a login, a guest's ticket or the installed app
 * (src/web/lib/device/service-worker.ts). Caches the files of one release, so that the app opens without a network, but never API responses
 * or server-rendered pages. Shows pushes. docs/decisions/0030-service-worker.md
 */
import { openNotification, renewSubscription, showPush } from './push.ts';
import { cacheName, isAsset, isScreen, outdated, type Release, roleIn } from './release.ts';

declare const self: ServiceWorkerGlobalScope;
declare const RELEASE: Release;

const release: Release = RELEASE; // the build writes the value of RELEASE at each use
const role = roleIn(self.location.search);
const { shell, shellHash } = release;
const files = release.files[role];
const own = cacheName(release, role);

/** How long a navigation waits for the server before it gets the cached app shell. */
const PAGE_WAIT_MS = 3000;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/** Caches all files of the release. A cache without the shell, which comes last, is incomplete. Rejects if the server has another release. */
async function fillCache(): Promise<void> {
  const cache = await caches.open(own);
  if (await cache.match(shell)) return;
  await cache.addAll(files.map((file) => new Request(file, { priority: 'low' })));
  const fetched = await fetch(shell, { integrity: shellHash, cache: 'no-cache' });
  if (!fetched.ok) throw new Error(`could not fetch the shell (${fetched.status})`);
  await cache.put(shell, fetched);
}

/** Deletes outdated caches. `currentCount` is the number of open pages known to be of this release. */
async function dropOutdated(currentCount: number): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const names = outdated(await caches.keys(), own, pages.length > currentCount);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Takes control of all open pages. Pages of an older release find their chunks in that release's cache. */
async function activate(): Promise<void> {
  await Promise.all([self.registration.navigationPreload?.enable(), dropOutdated(0)]);
  await self.clients.claim();
}

/** Called when a page with the script `entry` has started. Fills the cache again if the browser has evicted it, and deletes outdated caches. */
async function onPageStarted(entry: string): Promise<void> {
  if (!files.includes(entry)) return;
  await fillCache();
  await dropOutdated(1);
}

/** The server's response; undefined for a 5xx or without a response. */
async function serverResponse(event: FetchEvent): Promise<Response | undefined> {
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    return response.status < 500 ? response : undefined;
  } catch {
    return undefined; // if the network fails, the service worker serves the shell, which shows that the server is unreachable
  }
}

/** Responds with the server's page. If that fails, responds with the shell, which is the same for every page. */
async function screen(event: FetchEvent): Promise<Response> {
  const responding = serverResponse(event);
  const response = await Promise.race([responding, after(PAGE_WAIT_MS)]);
  return (
    response ?? (await caches.match(shell, { cacheName: own })) ?? (await responding) ?? Response.error()
  );
}

/** Responds with a file that has a hash in its name. Any release's cache may contain it. */
const asset = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener('install', (event) => event.waitUntil(fillCache().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { entry } = event.data as { entry?: string };
  if (entry) event.waitUntil(onPageStarted(entry));
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && isScreen(pathname)) event.respondWith(screen(event));
  else if (isAsset(pathname)) event.respondWith(asset(event.request));
});
self.addEventListener('push', (event) => event.waitUntil(showPush(event, release)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
