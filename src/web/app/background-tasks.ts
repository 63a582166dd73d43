import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { startDevice } from '../lib/device/device.ts';
import { refreshOnEvents } from '../lib/events.ts';
import { prefetch } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { currentSession, viewerOf } from '../lib/session/session.ts';
import { warmToaster } from '../ui/toasts/toast.ts';
import { phonePopup } from './navigation.tsx';
import { showOfflineNote } from './offline-note.tsx';
import { fetchPageAt } from './routes.tsx';

/** The pages to prefetch for each role, because the navigation and the first screens link to them. */
const NEXT_PATHS = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

async function fetchNext(): Promise<void> {
  const pages = NEXT_PATHS[viewerOf(currentSession())].map((path) => () => fetchPageAt(path));
  await prefetch([...pages, phonePopup.fetch]);
}

/** After this time without a request, the page counts as idle. Twice the 500 ms that crawlers and page tests wait. */
const IDLE_MS = 1000;
const CHECK_EVERY_MS = 200;
const WAIT_MAX_MS = 8000;

/** Waits until the page's first requests end. An event stream opened before that would repeat these requests, because it begins with a full refresh. */
async function waitForIdle(client: QueryClient): Promise<void> {
  for (let waitedMs = 0, idleMs = 0; waitedMs < WAIT_MAX_MS && idleMs < IDLE_MS; waitedMs += CHECK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    idleMs = client.isFetching() === 0 ? idleMs + CHECK_EVERY_MS : 0;
  }
}

let isNextFetched = false;

/** Starts the tasks that the first screen does not need, then prefetches the likely next pages. Aborting `over` stops the tasks. */
export async function startBackgroundTasks(client: QueryClient, over: AbortSignal): Promise<void> {
  await waitForIdle(client);
  // loads the toaster in advance, because its chunk could not load after the network is lost
  if (currentSession()) await prefetch([warmToaster]);
  refreshOnEvents(client, over);
  showOfflineNote(client, over);
  startDevice({ client, navigate, over });
  if (isNextFetched) return;
  isNextFetched = true;
  await fetchNext();
}
