/**
 * The service worker, sw.js: only where somebody has something of their own on this device (src/web/lib/device/worker.ts). Keeps a
 * release of the pages without any content, so that they open without a network; never an answer of the API, never a page that the
 * server has rendered. Shows what is pushed. docs/decisions/0030-service-worker.md
 */
import { openNotice, renewSubscription, showPush } from './notices.ts';
import { isAsset, isScreen } from './release.ts';
import { asset, fillCache, onPageStarted, screen, takeOver } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(fillCache().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
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
self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
