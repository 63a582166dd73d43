import type { QueryClient } from '@tanstack/react-query';
import { logSilentFailure, request } from '../api.ts';
import { currentSession } from '../session/session.ts';
import { isRemembered, keepOwnItem, ownItem } from '../session/session-items.ts';
import { endPush, installedWorker, workerFor } from './service-worker.ts';

/** Whether this browser supports push. 'install-first': iOS supports push only for pages on the home screen. */
export type PushSupport = 'yes' | 'install-first' | 'no';

/** Whether the device runs iOS. iPads identify as Macs, but Macs have no touch screen. */
const isIos = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

export function pushSupport(): PushSupport {
  // browsers lack these APIs in some private windows, without HTTPS, and on iOS outside the home screen
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return isIos() && !isInstalled() ? 'install-first' : 'no';
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await installedWorker())?.pushManager.getSubscription()) ?? null;

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Stored in place of the endpoint: push is enabled, but the endpoint is not registered with the server yet. */
const UNREGISTERED = '';

/** Sends the subscription to the server, once per session. */
async function register(subscribed: PushSubscription): Promise<void> {
  const session = currentSession();
  if (!session || ownItem('pushed-to') === subscribed.endpoint) return;
  const { endpoint, expirationTime, keys } = subscribed.toJSON() as {
    endpoint: string;
    expirationTime: number | null;
    keys: { p256dh: string; auth: string };
  };
  await request('POST /push', { body: { endpoint, expirationTime, keys } });
  keepOwnItem(session, 'pushed-to', endpoint);
}

const serverKey = async (): Promise<string> => (await request('GET /push/key')).public_key;

/** Whether this device gets pushes. 'denied': the browser blocks them. 'tab': not offered, because the login ends with its tab and pushes would reach the device's next user. */
export type PushState = 'on' | 'off' | 'denied' | 'tab';

export const PUSH_STATE_KEY = ['push', 'device'] as const;

export async function pushState(): Promise<PushState> {
  if (!isRemembered()) return 'tab';
  if (Notification.permission === 'denied') return 'denied';
  const subscribed = Notification.permission === 'granted' ? await subscription() : null;
  return subscribed && ownItem('pushed-to') === subscribed.endpoint ? 'on' : 'off';
}

/** Requests permission and registers the subscription. Must be called from a tap. */
export async function switchPushOn(): Promise<PushState> {
  const key = serverKey(); // not awaited here: Safari allows the permission request only shortly after the tap
  key.catch(() => undefined); // avoids an unhandled rejection, because the key is awaited only below
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off';
  const registration = await workerFor(currentSession());
  if (!registration) throw new Error('no service worker to push to');
  await register(await subscribed(registration, await key));
  return 'on';
}

/** Returns a push subscription for the server's key; replaces a subscription for another key. */
async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const before = await registration.pushManager.getSubscription();
  if (before && textOf(before.options.applicationServerKey) === key) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export async function switchPushOff(): Promise<void> {
  const session = currentSession();
  const ended = await subscription();
  if (session) keepOwnItem(session, 'pushed-to', null);
  if (!ended) return;
  await ended.unsubscribe();
  await request('DELETE /push', { body: { endpoint: ended.endpoint } });
}

async function renew(): Promise<void> {
  const registration = pushSupport() === 'yes' ? await installedWorker() : undefined;
  if (!registration) return;
  if (ownItem('pushed-to') === null || !isRemembered()) return endPush(registration);
  if (Notification.permission === 'granted')
    await register(await subscribed(registration, await serverKey()));
}

/** Renews the push subscription at page start, or ends it if it belongs to another login. After a failure the next page start retries. */
export async function renewPush(client: QueryClient): Promise<void> {
  await renew().catch((error: unknown) => logSilentFailure('push subscription renewal', error));
  await client.invalidateQueries({ queryKey: PUSH_STATE_KEY });
}

/** Registers the subscription for the new session: a new password ended the old session together with its subscription. */
export async function renewPushWithToken(client: QueryClient): Promise<void> {
  const session = currentSession();
  if (!session || ownItem('pushed-to') === null) return;
  keepOwnItem(session, 'pushed-to', UNREGISTERED);
  await renewPush(client);
}
