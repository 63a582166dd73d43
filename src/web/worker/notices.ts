import type { PushMessage } from '#contract/push.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icon-192.png';
/** In the bar at the top of a phone: white on nothing. */
const BADGE = '/badge-96.png';
/** So long an open page has to say that it goes there itself. */
const ANSWER_MS = 1000;

/** A browser takes back the permission of a site that is pushed to and shows nothing. */
const UNREADABLE = { title: 'Novo obaveštenje', body: '', tag: 'unreadable', url: '/' };

type Shown = Pick<PushMessage, 'title' | 'body' | 'tag' | 'url'>;

/** What a push carries, or that there is something, where it cannot be read. */
export function shownOf(text: string | undefined): Shown {
  try {
    const { title, body, tag, url } = JSON.parse(text ?? '') as Partial<Shown>;
    const isWhole = [title, body, tag, url].every((part) => typeof part === 'string') && title !== '';
    return isWhole ? ({ title, body, tag, url } as Shown) : UNREADABLE;
  } catch {
    return UNREADABLE; // of another release, or cut
  }
}

/** Where a touch leads: to a page of this site, whatever was sent. */
export function placeOf(url: unknown, origin: string): string {
  const place = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : null;
  return place?.origin === origin ? place.href : `${origin}/`;
}

export function showPush(event: PushEvent): Promise<void> {
  const { title, body, tag, url } = shownOf(event.data?.text());
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: BADGE,
    lang: 'sr-Latn',
    data: { url },
  });
}

/** Does an open page take its user there itself? What is typed in it is then not lost unasked. */
function isTakenBy(page: WindowClient, open: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ open }, [port2]);
  });
}

/** Shows the page that a notification is about, in a tab that is open already if there is one. */
export async function openNotice({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const place = placeOf((notification.data as { url?: unknown } | null)?.url, self.location.origin);
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url === place) ?? pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(place);
    return;
  }
  const focused = await page.focus();
  if (focused.url === place || (await isTakenBy(focused, place))) return;
  await focused.navigate(place);
}

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/**
 * The browser has ended a subscription, or made another: there is one again at once. The worker has no token: a page that is open, or
 * the next that begins, tells the salon (src/web/lib/device/push.ts).
 */
export async function renewSubscription(event: Event): Promise<void> {
  const { oldSubscription, newSubscription } = event as SubscriptionChange;
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && key)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ subscribed: true });
}
