import type { QueryClient } from '@tanstack/react-query';
import { request } from '../api.ts';
import { logSilentFailure } from '../errors.ts';
import { currentSession } from '../session/session.ts';
import { isRemembered, keepOwnItem, ownItem } from '../session/session-items.ts';
import { installedWorker, workerFor } from './service-worker.ts';

/** Can this browser show what is pushed? iOS only where the page is on the home screen. */
export type PushSupport = 'yes' | 'install-first' | 'no';

/** iPads say that they are Macs. */
const isIos = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Opened from a home screen, in a window of its own. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

export function pushSupport(): PushSupport {
  // what is missing is missing: in a private window, in iOS outside the home screen, without https
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return isIos() && !isInstalled() ? 'install-first' : 'no';
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await installedWorker())?.pushManager.getSubscription()) ?? null;

/** base64url, as `applicationServerKey` gives it back in bytes. */
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Switched on, but the salon does not know yet where. */
const TO_BE_TOLD = '';

/** Tells the salon where this browser is reached, unless this session has told it already. */
async function tell(subscribed: PushSubscription): Promise<void> {
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

const salonsKey = async (): Promise<string> => (await request('GET /push/key')).public_key;

/**
 * 'off': could be switched on; 'denied': the browser asks nobody any more; 'tab': the login ends with its tab, of which nobody would
 * be told, and pushes would go on to whoever uses the device next.
 */
export type PushState = 'on' | 'off' | 'denied' | 'tab';

/** Under which it is cached. */
export const PUSH_STATE_KEY = ['push', 'device'] as const;

/** Does this device get what is pushed to whoever is logged in? */
export async function pushState(): Promise<PushState> {
  if (!isRemembered()) return 'tab';
  if (Notification.permission === 'denied') return 'denied';
  const subscribed = Notification.permission === 'granted' ? await subscription() : null;
  return subscribed && ownItem('pushed-to') === subscribed.endpoint ? 'on' : 'off';
}

/** From a tap alone: the browser asks its user. Says what came of it. */
export async function switchPushOn(): Promise<PushState> {
  const key = salonsKey(); // meanwhile: Safari counts the tap for a moment only
  key.catch(() => undefined); // it is awaited below, once the user has said yes
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off';
  const registration = await workerFor(currentSession());
  if (!registration) throw new Error('There is no worker to push to.');
  await tell(await subscribed(registration, await key));
  return 'on';
}

/** With this key, in place of one with another. */
async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const before = await registration.pushManager.getSubscription();
  if (before && textOf(before.options.applicationServerKey) === key) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** This device gets nothing any more; the others of this person do. */
export async function switchPushOff(): Promise<void> {
  const session = currentSession();
  const ended = await subscription();
  if (session) keepOwnItem(session, 'pushed-to', null);
  if (!ended) return;
  await ended.unsubscribe();
  await request('DELETE /push', { body: { endpoint: ended.endpoint } });
}

/** Of somebody who was here before: neither shown any more nor gone on with. */
async function endLeftPush(registration: ServiceWorkerRegistration): Promise<void> {
  const left = await registration.pushManager.getSubscription();
  await left?.unsubscribe();
  for (const notice of left ? await registration.getNotifications() : []) notice.close();
}

async function renew(): Promise<void> {
  const registration = pushSupport() === 'yes' ? await installedWorker() : undefined;
  if (!registration) return;
  if (ownItem('pushed-to') === null || !isRemembered()) return endLeftPush(registration);
  if (Notification.permission === 'granted') await tell(await subscribed(registration, await salonsKey()));
}

/**
 * What this login has switched on here goes on: where the browser has another subscription by now, or the salon another key or
 * another session of it. What it has not is ended. Without the server it is done at the next start.
 */
export async function renewPush(client: QueryClient): Promise<void> {
  await renew().catch((error: unknown) => logSilentFailure('renewing the subscription', error));
  await client.invalidateQueries({ queryKey: PUSH_STATE_KEY });
}

/** A new password has ended the subscription with the old session: the new one takes it over. */
export async function renewPushWithToken(client: QueryClient): Promise<void> {
  const session = currentSession();
  if (!session || ownItem('pushed-to') === null) return;
  keepOwnItem(session, 'pushed-to', TO_BE_TOLD);
  await renewPush(client);
}
