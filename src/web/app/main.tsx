import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setTokenSource } from '../lib/api.ts';
import { reloadOnMissingChunk } from '../lib/lazy-page.ts';
import { BrowserRouter } from '../lib/location.tsx';
import { guestLinkPath, paths } from '../lib/paths.ts';
import { newQueryClient } from '../lib/query-client.ts';
import { currentSession, hasGuestTickets, refuseToken } from '../lib/session.ts';
import { App } from './layout.tsx';
import { beginWith, PAGE_START_ID, PAGE_STARTED, type PageStart } from './page-start.ts';
import { fetchOwnStartAt, fetchPageAt } from './routes.tsx';
import '../first-screens.css';

/** No longer than this is the screen empty: after it the skeleton stands in. */
const PAGE_WAIT_MS = 400;
/** And no longer than this stands there what the server has rendered, when the page itself is loaded. */
const OWN_WAIT_MS = 1500;

// guests' older links have the token in the query: at once behind the #, so that neither history nor referrer keeps it
const olderToken = new URLSearchParams(window.location.search).get('termin');
if (olderToken !== null) window.history.replaceState(null, '', guestLinkPath(olderToken));

setTokenSource({ token: () => currentSession()?.token ?? null, tokenRefused: refuseToken });
reloadOnMissingChunk();

const place = document.getElementById('app') as HTMLElement; // index.html has it

const client = newQueryClient();
const written = document.getElementById(PAGE_START_ID)?.textContent;
const start: PageStart | null = written ? JSON.parse(written) : null;
if (start) {
  beginWith(start, client);
  const begunMs = Date.now();
  // asked for again as soon as the page answers to the user: it may have waited in a cache of the browser's
  document.addEventListener(PAGE_STARTED, () =>
    setTimeout(() => client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt <= begunMs })),
  );
}

const app = (
  <StrictMode>
    <BrowserRouter>
      <App client={client} />
    </BrowserRouter>
  </StrictMode>
);

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Does the page begin for this user as the server has rendered it for a visitor? Else the first render replaces it. Where the
 * session changes only what is around the page, React puts that right at once, and what is typed stays.
 */
function isAsRendered(): boolean {
  const { pathname, hash } = window.location;
  if (pathname === paths.home) return currentSession() === null && !hasGuestTickets();
  return pathname !== paths.booking || (currentSession() === null && hash === '');
}

// what fails here fails again where it is shown, and is handled there
const page = fetchPageAt(window.location.pathname).catch(() => undefined);
if (start && isAsRendered()) {
  window.history.replaceState(null, ''); // the browser came by itself: a reload begins as the server has begun
  // in slices of 5 ms: at once it holds a cheap phone up for half a second
  void page.then(() => startTransition(() => void hydrateRoot(place, app)));
} else {
  const waited = start
    ? page.then(() => Promise.race([fetchOwnStartAt(window.location.pathname, client), after(OWN_WAIT_MS)]))
    : Promise.race([page, after(PAGE_WAIT_MS)]);
  void waited.then(() => createRoot(place).render(app));
}
