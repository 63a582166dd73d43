// Makes a browser use a local push service instead of its vendor's push service on the internet.
import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { PushMessage } from '../../../src/contract/push.ts';
import type { Device, PushService } from '../../support/push/push-service.ts';

export interface Phone {
  /** The device with its current push subscription; null without a subscription. */
  device(): Device | null;
  /** The server key of the subscription. */
  key(): string;
  /** Ends the subscription or replaces its key, as a browser may do at any time. */
  become(change: 'dropped' | { key: string }): void;
}

/** Replaces the PushManager of all pages with one that subscribes at `service`. */
export async function phoneOf(context: BrowserContext, service: PushService): Promise<Phone> {
  let now: { device: Device; key: string } | null = null;
  const held = () => now && { subscription: now.device.subscription, key: now.key };
  await context.exposeFunction('pushNow', held);
  await context.exposeFunction('pushEnd', () => {
    now = null;
  });
  await context.exposeFunction('pushBegin', (key: string) => {
    now = { device: service.device(), key };
    return held();
  });
  await context.exposeFunction('shownCount', async () => (await shownIn(context)).length);
  await context.exposeFunction('closeShown', () => workerOf(context).evaluate('self.shown = []'));
  await context.addInitScript(() => {
    type Now = { subscription: { endpoint: string }; key: string } | null;
    const outside = window as unknown as {
      pushNow(): Promise<Now>;
      pushBegin(key: string): Promise<Now>;
      pushEnd(): Promise<void>;
      shownCount(): Promise<number>;
      closeShown(): void;
    };
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
    const asSubscription = (held: Now) =>
      held && {
        endpoint: held.subscription.endpoint,
        options: { applicationServerKey: bytesOf(held.key), userVisibleOnly: true },
        toJSON: () => held.subscription,
        unsubscribe: () => outside.pushEnd().then(() => true),
      };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    ServiceWorkerRegistration.prototype.getNotifications = async () =>
      (await outside.shownCount()) > 0 ? [{ close: outside.closeShown } as unknown as Notification] : [];
    Object.assign(PushManager.prototype, {
      getSubscription: async () => asSubscription(await outside.pushNow()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        asSubscription(await outside.pushBegin(applicationServerKey)),
    });
  });
  return {
    device: () => now?.device ?? null,
    key: () => now?.key ?? '',
    become(change) {
      now = change === 'dropped' || !now ? null : { ...now, key: change.key };
    },
  };
}

/** The service worker that started last. */
function workerOf(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('There is no worker.');
  return worker;
}

/** Collects notifications in the service worker instead of showing them, because a headless browser denies notifications. */
const COLLECT_SHOWN = `(() => {
  if (self.shown) return;
  self.shown = [];
  registration.showNotification = async (title, options) => {
    self.shown = [...self.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
  };
  WindowClient.prototype.focus = async function () { return this; };
})()`;

/** Delivers a decrypted push message to the service worker of the page. */
export async function deliver(page: Page, message: PushMessage | string): Promise<void> {
  await workerOf(page.context()).evaluate(COLLECT_SHOWN);
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const last = registrations.filter(({ isDeleted }) => !isDeleted).at(-1);
      if (last) resolve(last.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data: typeof message === 'string' ? message : JSON.stringify(message),
  });
  await devtools.detach();
}

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  icon: string;
  badge: string;
  data: { url: string };
}

const shownIn = (context: BrowserContext): Promise<ShownNotification[]> =>
  workerOf(context).evaluate('self.shown ?? []');

/** The notifications that the device shows. */
export const shownOn = (page: Page): Promise<ShownNotification[]> => shownIn(page.context());

/** Taps the first shown notification: dispatches the event that the browser would send. */
export const tapNotification = (page: Page): Promise<unknown> =>
  workerOf(page.context()).evaluate(`(() => {
    const [{ data }] = self.shown;
    const notification = { data, close: () => { self.shown.shift(); } };
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
  })()`);
