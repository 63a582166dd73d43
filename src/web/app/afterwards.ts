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

let isNextFetched = false;

/**
 * Once the first screen has had its time: what changes in the salon shows by itself, until the session of `client`, begun at
 * `begunAt` (ms), is over, and the device keeps what it needs without a network; and once what the user may come to from the first
 * page is fetched.
 */
export async function begin(client: QueryClient, begunAt: number, over: AbortSignal): Promise<void> {
  followEvents(client, begunAt, over);
  showOfflineNote(client, over);
  beginOnDevice({ client, navigate, over });
  if (isNextFetched) return;
  isNextFetched = true;
  await fetchNext();
}
