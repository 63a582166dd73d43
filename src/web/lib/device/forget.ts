import { logSilentFailure } from '../errors.ts';
import { installedWorker } from './worker.ts';

async function forget(): Promise<void> {
  const registration = await installedWorker();
  // first: nothing that is on its way may be shown to the next one
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
  await registration?.unregister();
  if (!('caches' in globalThis)) return;
  const own = (await caches.keys()).filter((name) => name.startsWith('lunula-'));
  await Promise.all(own.map((name) => caches.delete(name)));
}

let forgetting: Promise<void> = Promise.resolve();

/**
 * The session of a person is over: what this device kept for it goes - the subscription, what is shown of it, the worker and its
 * caches. What lies beside the token goes with the token (session.ts). The salon ends the subscription with the session.
 */
export function forgetPerson(): void {
  forgetting = forget().catch((error: unknown) => logSilentFailure('forgetting', error));
}

/** Whoever comes next begins after it. */
export const allForgotten = (): Promise<void> => forgetting;
