import type { QueryClient } from '@tanstack/react-query';
import { prefetch } from '../lib/lazy-page.ts';
import { followEvents } from '../lib/live/live.ts';
import { paths } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';
import { warmToaster } from '../ui/toast.ts';
import { phonePopup } from './navigation.tsx';
import { fetchPageAt } from './routes.tsx';

/** Where the bottom bar and the first screens lead. */
const NEXT_PATHS = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

let isPrefetched = false;

function prefetchNext(): void {
  if (isPrefetched) return;
  isPrefetched = true;
  const session = currentSession();
  const pages = NEXT_PATHS[session?.role ?? 'visitor'].map((path) => () => fetchPageAt(path));
  // a logged-in user will do something that a toast answers, perhaps when the network is gone
  void prefetch([phonePopup.fetch, ...(session ? [warmToaster] : []), ...pages]);
}

/**
 * Once the first screen has had its time: what may be needed next is fetched, and what changes in the salon shows by itself, until
 * the session of `client` is over. `shownSince`: from when on (ms) was fetched what is shown.
 */
export function beginAfterwards(client: QueryClient, shownSince: number, over: AbortSignal): void {
  prefetchNext();
  followEvents(client, shownSince, over);
}
