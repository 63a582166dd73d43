// A device that can be pushed to: the browser's own push service is elsewhere, so the page gets one on this machine.
import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { PushMessage } from '../../../src/contract/push.ts';
import type { Device, PushService } from '../../support/push/push-service.ts';

export interface Phone {
  /** What the browser is subscribed with now. */
  device(): Device | null;
  /** The key that it is subscribed with. */
  key(): string;
  /** As if by itself: the browser drops its subscription, or has another key. */
  become(change: 'dropped' | { key: string }): void;
}

/** The page's PushManager is one whose pushes come to the given service. */
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
  await context.exposeFunction('noticesLeft', async () => (await noticesIn(context)).length);
  await context.exposeFunction('closeNotices', () => workerOf(context).evaluate('self.lent = []'));
  await context.addInitScript(() => {
    type Now = { subscription: { endpoint: string }; key: string } | null;
    const outside = window as unknown as {
      pushNow(): Promise<Now>;
      pushBegin(key: string): Promise<Now>;
      pushEnd(): Promise<void>;
      noticesLeft(): Promise<number>;
      closeNotices(): void;
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
      (await outside.noticesLeft()) > 0 ? [{ close: outside.closeNotices } as unknown as Notification] : [];
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

/** The worker of the page that was opened last. */
function workerOf(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('There is no worker.');
  return worker;
}

/** A browser without a window shows no notifications, and says that nobody allows them: what it is asked to show is kept instead. */
const LEND = `(() => {
  if (self.lent) return;
  self.lent = [];
  registration.showNotification = async (title, options) => {
    self.lent = [...self.lent.filter(({ tag }) => tag !== options.tag), { title, ...options }];
  };
  WindowClient.prototype.focus = async function () { return this; };
})()`;

/** What the browser is handed by its push service, decrypted, goes to the worker of this page. */
export async function deliver(page: Page, message: PushMessage | string): Promise<void> {
  await workerOf(page.context()).evaluate(LEND);
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

export interface Notice {
  title: string;
  body: string;
  tag: string;
  icon: string;
  badge: string;
  data: { url: string };
}

const noticesIn = (context: BrowserContext): Promise<Notice[]> =>
  workerOf(context).evaluate('self.lent ?? []');

/** What the device shows. */
export const noticesOn = (page: Page): Promise<Notice[]> => noticesIn(page.context());

/** A touch of the first one that is shown: the worker is told of it as by the browser, which lets it come to the front then. */
export const touchNotice = (page: Page): Promise<unknown> =>
  workerOf(page.context()).evaluate(`(() => {
    const [{ data }] = self.lent;
    const notification = { data, close: () => { self.lent.shift(); } };
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
  })()`);
