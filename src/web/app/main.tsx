import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { setTokenSource } from '../lib/api.ts';
import { loadRulesOf } from '../lib/appointment/loaded-rules.ts';
import { hasOneLanguage, learnPageLanguage } from '../lib/language.ts';
import { salonQuery } from '../lib/queries/queries.ts';
import { newQueryClient } from '../lib/queries/query-client.ts';
import { BrowserRouter } from '../lib/routing/browser-router.tsx';
import { prefetch, reloadOnMissingChunk } from '../lib/routing/lazy-page.tsx';
import { guestLinkPath, paths } from '../lib/routing/paths.ts';
import {
  acceptToken,
  currentSession,
  hasGuestTickets,
  isStaff,
  refuseToken,
  sessionToken,
} from '../lib/session/session.ts';
import { topIn } from '../ui/history/entry.ts';
import { App, languageLinks } from './layout.tsx';
import { fetchNavigation } from './navigation.tsx';
import { hydrateCache, PAGE_START_ID, PAGE_STARTED, type PageStart } from './page-start.ts';
import { fetchOwnStartAt, fetchPageAt } from './routes.tsx';
import '../first-screens.css';

/** How long the HTML from the server may stay visible after the page's chunk has loaded. */
const OWN_WAIT_MS = 1500;

/** Lets React go on after the browser's own translation has put `<font>` elements in place of its texts. docs/spec/behaviour.md §33.3 */
function bearTranslation({ insertBefore, removeChild }: Node): void {
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
}
bearTranslation(Node.prototype);

// older guest links have the token in the query; this code moves the token behind the #, to keep it out of the history and referrers
const olderToken = new URLSearchParams(window.location.search).get('termin');
if (olderToken !== null) window.history.replaceState(null, '', guestLinkPath(olderToken));

setTokenSource({ token: sessionToken, tokenAccepted: acceptToken, tokenRefused: refuseToken });
reloadOnMissingChunk();

const place = document.getElementById('app') as HTMLElement; // index.html contains this element

const client = newQueryClient();
const written = document.getElementById(PAGE_START_ID)?.textContent;
const start: PageStart | null = written ? JSON.parse(written) : null;
if (start) {
  hydrateCache(start, client);
  const begunMs = Date.now();
  // refetches after hydration, because the page may come from the browser's cache
  document.addEventListener(PAGE_STARTED, () =>
    setTimeout(() => client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt <= begunMs })),
  );
}

const restoreScroll = () =>
  import('../lib/routing/scroll-positions.ts').then((positions) => positions.restoreScrollPositions());
document.addEventListener(PAGE_STARTED, () => prefetch([restoreScroll]), { once: true });

const app = (
  <StrictMode>
    <BrowserRouter>
      <App client={client} />
    </BrowserRouter>
  </StrictMode>
);

const isTranslated = !hasOneLanguage() && document.documentElement.lang !== SALONS_LANGUAGE;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the server's rendering for visitors fits this user and can be hydrated; otherwise it is replaced. */
function isAsRendered(): boolean {
  const { pathname, hash } = window.location;
  if (isTranslated && isStaff(currentSession())) return false;
  if (pathname === paths.home) return currentSession() === null && !hasGuestTickets();
  return pathname !== paths.booking || (currentSession() === null && hash === '');
}

// ignores a failure here: the page fails again when it renders, and the error is handled there
const page = Promise.all([
  learnPageLanguage(),
  !hasOneLanguage() && document.querySelector('a[hreflang]') && languageLinks.fetch(),
  fetchPageAt(window.location.pathname),
  fetchNavigation(),
  loadRulesOf(client.getQueryData(salonQuery.queryKey)),
]).catch(() => undefined);
if (start && isAsRendered()) {
  window.history.replaceState(`||${topIn(window.history.state)}`, ''); // clears the key of the history entry, because the server has rendered without a key
  // a transition hydrates in slices of 5 ms; synchronous hydration blocks a cheap phone for half a second
  void page.then(() => startTransition(() => void hydrateRoot(place, app)));
} else {
  void page
    .then(() => Promise.race([fetchOwnStartAt(window.location.pathname, client), after(OWN_WAIT_MS)]))
    .then(() => createRoot(place).render(app));
}
