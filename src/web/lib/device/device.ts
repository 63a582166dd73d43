import type { QueryClient } from '@tanstack/react-query';
import { logSilentFailure } from '../errors.ts';
import { currentSession, hasGuestTickets } from '../session/session.ts';
import { isRemembered } from '../session/session-items.ts';
import { watchConnection } from './connection.ts';
import { beginLastSeen } from './last-seen.ts';
import { isInstalled, renewPush } from './push.ts';
import {
  allForgotten,
  forgetPerson,
  installedWorker,
  linkManifest,
  lookForReleases,
  workerFor,
} from './service-worker.ts';

/** What the worker tells an open page. */
interface Told {
  readonly open?: string;
  readonly subscribed?: true;
}

function listenToWorker({ client, navigate, over }: DeviceOptions): void {
  const onMessage = ({ data, ports }: MessageEvent<Told>): void => {
    if (data.subscribed) void renewPush(client);
    if (!data.open) return;
    ports[0]?.postMessage(true);
    const { pathname, search, hash } = new URL(data.open);
    navigate(pathname + search + hash);
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal: over });
  navigator.serviceWorker.startMessages();
}

/**
 * Not for a visitor's first look: somebody has something of their own here, or has put the page on the home screen. A login that ends
 * with its tab leaves nothing, so it gets nothing either.
 */
const wantsWorker = (): boolean => isRemembered() || hasGuestTickets() || isInstalled();

/** Storage was cleared, or the browser has thrown it away, and nobody was told that the session is over. */
async function forgetLeft(): Promise<void> {
  if (currentSession() === null && (await installedWorker())) forgetPerson();
}

async function begin(options: DeviceOptions): Promise<void> {
  const { client, over } = options;
  await allForgotten();
  if (over.aborted) return;
  if (!wantsWorker()) return forgetLeft();
  const registration = await workerFor(currentSession());
  if (!registration || over.aborted) return;
  listenToWorker(options);
  lookForReleases(registration, over);
  await renewPush(client);
}

export interface DeviceOptions {
  readonly client: QueryClient;
  readonly navigate: (path: string) => void;
  readonly over: AbortSignal;
}

/**
 * What this device keeps and is told of while the page is open and the session goes on; once it is over, and nobody else is logged
 * in, none of it is left. docs/spec/behaviour.md §15
 */
export function beginOnDevice(options: DeviceOptions): void {
  const { client, over } = options;
  const end = (): void => {
    if (currentSession() === null) forgetPerson();
  };
  if (over.aborted) end();
  else over.addEventListener('abort', end);
  linkManifest();
  watchConnection(client, over);
  beginLastSeen(client, over);
  begin(options).catch((error: unknown) => logSilentFailure('the worker', error));
}
