import type { QueryClient } from '@tanstack/react-query';
import { gate } from '../../ui/history/entry.ts';
import { logSilentFailure } from '../api.ts';
import { currentSession, hasGuestTickets } from '../session/session.ts';
import { isRemembered } from '../session/session-items.ts';
import { watchConnection } from './connection.ts';
import { syncLastSeen } from './last-seen.ts';
import { isInstalled, renewPush } from './push.ts';
import {
  checkForReleases,
  clearDevice,
  deviceCleared,
  installedWorker,
  linkManifest,
  workerFor,
} from './service-worker.ts';

interface WorkerMessage {
  readonly open?: string;
  readonly subscribed?: true;
}

const topDialog = () => [...document.querySelectorAll<HTMLDialogElement>(':modal')].at(-1);

const CLOSES_WITHIN_MS = 1000; // a dialog with its own URL closes only after a step back in the history
const LOOK_EVERY_MS = 50;

/** Closes the open dialogs, then calls `go`; not if one stays open, because it is being saved or the user keeps its changes. */
function closeDialogsAnd(go: () => void): void {
  const dialog = topDialog();
  if (!dialog) {
    go();
    return;
  }
  const wait = (leftMs: number): void => {
    const question = topDialog();
    if (!dialog.open || !dialog.isConnected) closeDialogsAnd(go);
    else if (question && question !== dialog)
      question.addEventListener('close', () => wait(CLOSES_WITHIN_MS), { once: true });
    else if (leftMs > 0) setTimeout(wait, LOOK_EVERY_MS, leftMs - LOOK_EVERY_MS);
  };
  dialog.dispatchEvent(new Event('cancel'));
  setTimeout(wait, 0, CLOSES_WITHIN_MS);
}

/** Opens an address as a press on a link does, so that a page with unsaved changes asks first. */
function follow(href: string, navigate: (path: string) => void): void {
  const link = Object.assign(document.createElement('a'), { href });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    gate.pass(() => navigate(link.pathname + link.search + link.hash));
  });
  document.body.append(link);
  link.click();
  link.remove();
}

function listenToWorker({ client, navigate, over }: DeviceOptions): void {
  const onMessage = ({ data, ports }: MessageEvent<WorkerMessage>): void => {
    if (data.subscribed) void renewPush(client);
    const { open } = data;
    if (!open) return;
    ports[0]?.postMessage(true);
    closeDialogsAnd(() => follow(open, navigate));
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal: over });
  navigator.serviceWorker.startMessages();
}

/** Whether to install the service worker. Not for a login that ends with its tab, which must leave nothing on the device. */
const wantsWorker = (): boolean => isRemembered() || hasGuestTickets() || isInstalled();

/** Clears the data of a session that ended unnoticed, because the browser's storage was cleared or evicted. */
async function clearLeftovers(): Promise<void> {
  if (currentSession() === null && (await installedWorker())) clearDevice();
}

async function begin(options: DeviceOptions): Promise<void> {
  const { client, over } = options;
  await deviceCleared();
  if (over.aborted) return;
  if (!wantsWorker()) return clearLeftovers();
  const registration = await workerFor(currentSession());
  if (!registration || over.aborted) return;
  listenToWorker(options);
  checkForReleases(registration, over);
  await renewPush(client);
}

export interface DeviceOptions {
  readonly client: QueryClient;
  readonly navigate: (path: string) => void;
  readonly over: AbortSignal;
}

/** Starts offline detection, the storage of appointments for offline use, the service worker and push. Clears the device when the session ends. docs/spec/behaviour.md §15 */
export function startDevice(options: DeviceOptions): void {
  const { client, over } = options;
  const end = (): void => {
    if (currentSession() === null) clearDevice();
  };
  if (over.aborted) end();
  else over.addEventListener('abort', end);
  linkManifest();
  watchConnection(client, over);
  syncLastSeen(client, over);
  begin(options).catch((error: unknown) => logSilentFailure('service worker', error));
}
