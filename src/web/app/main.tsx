import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setTokenSource } from '../lib/api.ts';
import { prefetch, reloadOnMissingChunk } from '../lib/lazy-page.ts';
import { BrowserRouter } from '../lib/location.tsx';
import { beginWith, PAGE_START_ID, type PageStart } from '../lib/page-start.ts';
import { guestLinkPath, paths } from '../lib/paths.ts';
import { newQueryClient } from '../lib/query-client.ts';
import { currentSession, hasGuestTickets, refuseToken } from '../lib/session.ts';
import { App } from './layout.tsx';
import { phonePopup } from './navigation.tsx';
import { fetchPageAt } from './routes.tsx';
import '../styles.css';
import { warmToaster } from '../ui/toast.ts';

/** No longer than this is the screen empty: after it the skeleton stands in. */
const PAGE_WAIT_MS = 400;
const PREFETCH_AFTER_MS = 2000;

/** Where the bottom bar and the first screens lead. */
const NEXT_PATHS = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

function prefetchNext(): void {
  const session = currentSession();
  const pages = NEXT_PATHS[session?.role ?? 'visitor'].map((path) => () => fetchPageAt(path));
  // a logged-in user will do something that a toast answers, perhaps when the network is gone
  void prefetch([phonePopup.fetch, ...(session ? [warmToaster] : []), ...pages]);
}

// guests' older links have the token in the query: at once behind the #, so that neither history nor referrer keeps it
const olderToken = new URLSearchParams(window.location.search).get('termin');
if (olderToken !== null) window.history.replaceState(null, '', guestLinkPath(olderToken));

setTokenSource({ token: () => currentSession()?.token ?? null, tokenRefused: refuseToken });
reloadOnMissingChunk();

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no #app');

const client = newQueryClient();
const written = document.getElementById(PAGE_START_ID)?.textContent;
const start: PageStart | null = written ? JSON.parse(written) : null;
if (start) beginWith(start, client);

const app = (
  <StrictMode>
    <BrowserRouter>
      <App client={client} />
    </BrowserRouter>
  </StrictMode>
);

/** The server has rendered what a visitor sees; with a session, kept tickets or something behind a # the first render replaces it. */
const isVisitors = currentSession() === null && !hasGuestTickets() && window.location.hash === '';

// what fails here fails again where it is shown, and is handled there
const page = fetchPageAt(window.location.pathname).catch(() => undefined);
if (start && isVisitors) {
  window.history.replaceState(null, ''); // the browser came by itself: a reload begins as the server has begun
  void page.then(() => hydrateRoot(place, app));
} else {
  const waited = start
    ? page
    : Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]);
  void waited.then(() => createRoot(place).render(app));
}
setTimeout(prefetchNext, PREFETCH_AFTER_MS);
