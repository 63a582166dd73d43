import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setTokenSource } from '../lib/api.ts';
import { prefetch, reloadOnMissingChunk } from '../lib/lazy-page.ts';
import { BrowserRouter } from '../lib/location.tsx';
import { guestLinkPath, paths } from '../lib/paths.ts';
import { currentSession, refuseToken } from '../lib/session.ts';
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
const root = createRoot(place);
const show = () =>
  root.render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );

// what fails here fails again where it is shown, and is handled there
const page = fetchPageAt(window.location.pathname).catch(() => undefined);
void Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]).then(show);
setTimeout(prefetchNext, PREFETCH_AFTER_MS);
