import { prefetch } from '../lib/lazy-page.ts';
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

/** Fetches what the user may come to from the first page; in a chunk of its own, since that page can do without. */
export function prefetchNext(): Promise<void> {
  const session = currentSession();
  const pages = NEXT_PATHS[session?.role ?? 'visitor'].map((path) => () => fetchPageAt(path));
  // a logged-in user will do something that a toast answers, perhaps when the network is gone
  return prefetch([phonePopup.fetch, ...(session ? [warmToaster] : []), ...pages]);
}
