import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { beginOnDevice } from '../lib/device/device.ts';
import { refreshOnEvents } from '../lib/events/refresh.ts';
import { paths } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';
import { warmToaster } from '../ui/toast.ts';
import { phonePopup } from './navigation.tsx';
import { showOfflineNote } from './offline-note.tsx';
import { fetchPageAt } from './routes.tsx';

/** Pages that the navigation and the first screens link to. */
const NEXT_PATHS = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

async function fetchNext(): Promise<void> {
  const session = currentSession();
  await phonePopup.fetch();
  // toasts answer what a logged-in user does, perhaps without a network by then
  if (session) await warmToaster();
  for (const path of NEXT_PATHS[session?.role ?? 'visitor']) await fetchPageAt(path);
}

/** Twice the half second without a request that crawlers and page tests take for the end of loading (network idle). */
const IDLE_MS = 1000;
const CHECK_EVERY_MS = 200;
const WAIT_MAX_MS = 8000;

/** An open event stream keeps the network busy, and its full refresh must not repeat the first fetches: wait for them. */
async function waitForIdle(client: QueryClient): Promise<void> {
  for (let waitedMs = 0, idleMs = 0; waitedMs < WAIT_MAX_MS && idleMs < IDLE_MS; waitedMs += CHECK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    idleMs = client.isFetching() === 0 ? idleMs + CHECK_EVERY_MS : 0;
  }
}

let isNextFetched = false;

/**
 * Starts what the first screen does not need, until `over`: event stream, offline note, what the device keeps; then prefetches the
 * pages that the user is likely to open next.
 */
export async function begin(client: QueryClient, over: AbortSignal): Promise<void> {
  await waitForIdle(client);
  refreshOnEvents(client, over);
  showOfflineNote(client, over);
  beginOnDevice({ client, navigate, over });
  if (isNextFetched) return;
  isNextFetched = true;
  await fetchNext();
}
