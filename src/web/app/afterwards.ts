import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { beginOnDevice } from '../lib/device/device.ts';
import { followEvents } from '../lib/live/live.ts';
import { paths } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';
import { warmToaster } from '../ui/toast.ts';
import { phonePopup } from './navigation.tsx';
import { showOfflineNote } from './offline-note.tsx';
import { fetchPageAt } from './routes.tsx';

/** Where the bottom bar and the first screens lead. */
const NEXT_PATHS = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

async function fetchNext(): Promise<void> {
  const session = currentSession();
  await phonePopup.fetch();
  // a logged-in user will do something that a toast answers, perhaps when the network is gone
  if (session) await warmToaster();
  for (const path of NEXT_PATHS[session?.role ?? 'visitor']) await fetchPageAt(path);
}

/** What crawlers and tests of pages take for the end of loading is half a second without a request. */
const QUIET_MS = 600;
const LOOK_MS = 200;
const LOOKS_MAX = 40;

/** What the page has fetched and asked for before `until` (ms since it began) is behind it for so long. */
function isQuiet(client: QueryClient, until: number): boolean {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const before = loaded.filter(({ startTime }) => startTime < until);
  return client.isFetching() === 0 && before.every(({ responseEnd }) => responseEnd < until - QUIET_MS);
}

/** A page that follows the events never comes to rest again, and somebody may wait for that: so it comes to rest first. */
async function comeToRest(client: QueryClient): Promise<void> {
  const ownStart = performance.getEntriesByName(import.meta.url).at(-1)?.startTime ?? performance.now();
  if (isQuiet(client, ownStart)) return;
  for (let looks = 0, quietMs = 0; looks < LOOKS_MAX && quietMs <= QUIET_MS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    quietMs = client.isFetching() === 0 ? quietMs + LOOK_MS : 0;
  }
}

let isNextFetched = false;

/**
 * Once the first screen has had its time: what changes in the salon shows by itself, until the session of `client`, begun at
 * `begunAt` (ms), is over, and the device keeps what it needs without a network; and once what the user may come to from the first
 * page is fetched.
 */
export async function begin(client: QueryClient, begunAt: number, over: AbortSignal): Promise<void> {
  await comeToRest(client);
  followEvents(client, begunAt, over);
  showOfflineNote(client, over);
  beginOnDevice({ client, navigate, over });
  if (isNextFetched) return;
  isNextFetched = true;
  await fetchNext();
}
