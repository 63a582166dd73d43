import type { PushMessage } from '#contract/push.ts';
import type { Release } from './release.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icon-192.png';

/** The icon for the status bar of a phone: white on transparent. */
const BADGE = '/badge-96.png';

/** How long the service worker waits for an open page to confirm that the page itself opens the notification's URL. */
const CONFIRM_MS = 1000;

/** The notification for an unreadable push. Something must be shown: browsers revoke the permission of a site that shows nothing. */
const UNREADABLE = { body: '', tag: 'unreadable', url: '/' };

type Shown = Pick<PushMessage, 'title' | 'body' | 'tag' | 'url'>;

/** The content of a push, or the title `unreadable` if it cannot be parsed. */
export function shownOf(text: string | undefined, unreadable: string): Shown {
  try {
    const { title, body, tag, url } = JSON.parse(text ?? '') as Partial<Shown>;
    const isWhole = [title, body, tag, url].every((part) => typeof part === 'string') && title !== '';
    return isWhole ? ({ title, body, tag, url } as Shown) : { ...UNREADABLE, title: unreadable };
  } catch {
    return { ...UNREADABLE, title: unreadable }; // the push comes from another release or is truncated
  }
}

/** The URL that a tap on the notification opens, always on this site. */
export function placeOf(url: unknown, origin: string): string {
  const place = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : null;
  return place?.origin === origin ? place.href : `${origin}/`;
}

export function showPush(event: PushEvent, { language, unreadable }: Release): Promise<void> {
  const { title, body, tag, url } = shownOf(event.data?.text(), unreadable);
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: BADGE,
    lang: language,
    data: { url },
  });
}

/** Asks an open page to navigate by itself, so that the page can ask about unsaved text. Returns whether the page agreed. */
function isOpenedBy(page: WindowClient, open: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), CONFIRM_MS);
    page.postMessage({ open }, [port2]);
  });
}

/** Opens the notification's URL, in an open tab of the salon if there is one. */
export async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const place = placeOf((notification.data as { url?: unknown } | null)?.url, self.location.origin);
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url === place) ?? pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(place);
    return;
  }
  const focused = await page.focus();
  if (focused.url === place || (await isOpenedBy(focused, place))) return;
  await focused.navigate(place);
}

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** Subscribes again if the browser has dropped the subscription. Open pages then register the new one (src/web/lib/device/push.ts). */
export async function renewSubscription(event: Event): Promise<void> {
  const { oldSubscription, newSubscription } = event as SubscriptionChange;
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && key)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ subscribed: true });
}
