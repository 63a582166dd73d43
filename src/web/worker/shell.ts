import { cacheName, outdated, type Release, roleIn, SHELL } from './release.ts';

declare const self: ServiceWorkerGlobalScope;
declare const RELEASE: Release;

const role = roleIn(self.location.search);
const files = RELEASE.files[role];
const own = cacheName(RELEASE, role);

/** So long a page waits for the server before the shell takes its place. */
const PAGE_WAIT_MS = 3000;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/**
 * Fetches the release whole or not at all; the shell comes last, so where it lies the rest does. Rejects where the server has
 * another release by now: its own worker is on its way.
 */
export async function fillCache(): Promise<void> {
  const cache = await caches.open(own);
  if (await cache.match(SHELL)) return;
  await cache.addAll(files.map((file) => new Request(file, { priority: 'low' })));
  const shell = await fetch(SHELL, { integrity: RELEASE.shellHash, cache: 'no-cache' });
  if (!shell.ok) throw new Error(`The shell could not be fetched (${shell.status}).`);
  await cache.put(SHELL, shell);
}

/** `openCount`: of pages that need nothing of an older release. */
async function dropOutdated(openCount: number): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const names = outdated(await caches.keys(), own, pages.length > openCount);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Takes over from the release before, whose open pages find their chunks until they are gone. */
export async function takeOver(): Promise<void> {
  await Promise.all([self.registration.navigationPreload?.enable(), dropOutdated(0)]);
  await self.clients.claim();
}

/** A page has begun, by its entry: the browser may have thrown the cache away, and older ones may be free now. */
export async function onPageStarted(entry: string): Promise<void> {
  if (!files.includes(entry)) return;
  await fillCache();
  await dropOutdated(1);
}

/** The server's answer; undefined where none came, or a proxy's that it is away. */
async function answered(event: FetchEvent): Promise<Response | undefined> {
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    return response.status < 500 ? response : undefined;
  } catch {
    return undefined; // no network: the shell says so
  }
}

/** A screen: from the server, which knows what is new; without an answer from it the shell, whatever the address. */
export async function screen(event: FetchEvent): Promise<Response> {
  const answering = answered(event);
  const response = await Promise.race([answering, after(PAGE_WAIT_MS)]);
  return response ?? (await caches.match(SHELL, { cacheName: own })) ?? (await answering) ?? Response.error();
}

/** Named by its content: it is the same in every release that has it. */
export const asset = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
