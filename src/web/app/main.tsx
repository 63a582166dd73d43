import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { setTokenSource } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { currentSession, refuseToken } from '../lib/session.ts';
import { App } from './app.tsx';
import { fetchPageAt } from './routes.tsx';
import '../styles.css';
import { warmToaster } from '../ui/toast.ts';

/** Longer than this nobody looks at an empty page: bones stand in. */
const PAGE_WAIT_MS = 400;
const AHEAD_AFTER_MS = 2000;

/** Where the bottom bar and the first screens lead. */
const NEXT = {
  visitor: [paths.booking, paths.login, paths.register, paths.home],
  CLIENT: [paths.booking, paths.appointments, paths.profile, paths.home],
  ADMIN: [paths.admin, paths.adminCalendar, paths.adminAppointments, paths.home],
} as const;

function fetchNext(): void {
  const session = currentSession();
  const pages = NEXT[session?.role ?? 'visitor'].map((path) => () => fetchPageAt(path));
  // whoever is logged in will do something that a toast answers, perhaps when the network is gone
  void fetchAhead(session ? [warmToaster, ...pages] : pages);
}

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

// what fails here fails again where it is shown, and is answered there
const page = fetchPageAt(window.location.pathname).catch(() => undefined);
void Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]).then(show);
setTimeout(fetchNext, AHEAD_AFTER_MS);

const KEY = 'reloaded-at';
const ONCE_IN_MS = 60_000;

let isAhead = false;

/**
 * After an update of the server the open page asks for chunks that are gone: it is loaded again, once a minute at most, so
 * that a chunk that is really missing ends in the error boundary and not in a circle.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isAhead) return;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}

/** Brings what may be needed next, one after the other. Where that fails nobody has missed anything yet: it is left alone. */
export async function fetchAhead(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  isAhead = true;
  try {
    for (const fetch of fetches) await fetch();
  } catch {
    return; // asked for again when it is needed
  } finally {
    isAhead = false;
  }
}
