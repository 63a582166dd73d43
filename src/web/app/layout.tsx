import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { endFirstRender } from '../lib/clock/server-clock.ts';
import { hasOneLanguage } from '../lib/language.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { newQueryClient } from '../lib/queries/query-client.ts';
import { fetchAhead } from '../lib/routing/ahead.ts';
import { andBack } from '../lib/routing/browser-router.tsx';
import { Lazy, lazyPublicPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { leaveEndedSession, useIsEnded, useSessionEpoch, useWasRefused } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { frame } from '../ui/frame.ts';
import { CardSkeleton, EmptyState, Page } from '../ui/page.tsx';
import { Navigation } from './navigation.tsx';
import { PAGE_STARTED } from './page-start.ts';
import { CurrentPage, pageKeyOf, RouteFocus, sessionEnd } from './routes.tsx';

export function PageSkeleton() {
  return (
    <Page>
      <div className="mt-14">
        <CardSkeleton />
      </div>
    </Page>
  );
}

/** Redirects to the login if the server rejects the session token at the first request after the page was opened. */
function useLoginRedirect(): void {
  const wasRefused = useWasRefused();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (wasRefused) navigate(paths.login, andBack());
  }, [wasRefused, navigate]);
}

function LoginAgain() {
  const isEnded = useIsEnded();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isEnded) fetchAhead(sessionEnd.fetch).then(() => setIsLoaded(true), leaveEndedSession);
  }, [isEnded]);
  const SessionEnd = sessionEnd.component();
  return isEnded && isLoaded && <SessionEnd />;
}

/** Signals that the page is hydrated. Then early.ts replays the presses that it has recorded, and renders use the current time. */
function Started() {
  useEffect(() => {
    endFirstRender();
    performance.mark(PAGE_STARTED);
    document.dispatchEvent(new Event(PAGE_STARTED));
  }, []);
  return null;
}

/** The server has loaded this chunk before it renders. Marked as pure, so that pages of salons with one language lose it. */
export const languageLinks = /* @__PURE__ */ lazyPublicPage(() => import('./language-links.tsx'));

function Languages() {
  const { languages = [] } = useSalon().data ?? {};
  return (
    languages.length > 1 && (
      <Suspense>
        <Lazy page={languageLinks} props={{ languages }} />
      </Suspense>
    )
  );
}

/** The frame of every page: skip link, main element, navigation. If a page fails to render, the navigation stays. */
function Layout() {
  useLoginRedirect();
  const [path] = useLocation();
  return (
    <>
      <a
        href="#sadrzaj"
        className="sr-only z-20 rounded-card bg-card px-4 py-3 font-semibold text-link shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('Preskoči na sadržaj')}
      </a>
      <main id="sadrzaj" tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <ErrorBoundary key={pageKeyOf(path)}>
            {import.meta.env.SSR && frame.page ? frame.page : <CurrentPage />}
          </ErrorBoundary>
          <RouteFocus />
          <Started />
        </Suspense>
        {hasOneLanguage() || <Languages />}
      </main>
      <Navigation />
      <LoginAgain />
    </>
  );
}

const BACKGROUND_DELAY_MS = 2000;

function useBackgroundTasks(client: QueryClient): void {
  const isEnded = useIsEnded();
  useEffect(() => {
    if (isEnded) return;
    const over = new AbortController();
    let isStarted = false;
    const fetch = () =>
      import('./background-tasks.ts').then((tasks) => {
        if (!isStarted) tasks.startBackgroundTasks(client, over.signal);
        isStarted = true;
      });
    const start = () => void prefetch([fetch]);
    setTimeout(start, BACKGROUND_DELAY_MS);
    // the first attempt may have failed without a network
    window.addEventListener('online', start, { signal: over.signal });
    return () => over.abort();
  }, [client, isEnded]);
}

/** Provides a query cache per session, so that no user sees data fetched for another user. */
function Session({ first }: { first: QueryClient | null }) {
  const [client] = useState(() => first ?? newQueryClient());
  useBackgroundTasks(client);
  return (
    <QueryClientProvider client={client}>
      <Layout />
    </QueryClientProvider>
  );
}

/** The app without its router. `client`: the query cache until login or logout, with the API responses that the server rendered. */
export function App({ client }: { client: QueryClient }) {
  const epoch = useSessionEpoch();
  const [firstEpoch] = useState(epoch);
  return (
    <ErrorBoundary>
      <Session key={epoch} first={epoch === firstEpoch ? client : null} />
    </ErrorBoundary>
  );
}

/** Shows a message and a reload button after a render error. A class, because React catches errors only in classes. */
class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
    // scripts may be missing because the network was gone, and React remembers failed chunks
    window.addEventListener('online', () => window.location.reload());
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Page>
        <div className="pt-13">
          <EmptyState title={t('Nešto nije u redu.')}>
            <p className="text-soft">{t('Osvežite stranicu. Ako se ponovi, pozovite salon.')}</p>
            <Button onClick={() => window.location.reload()} className="mt-2">
              {t('Osveži stranicu')}
            </Button>
          </EmptyState>
        </div>
      </Page>
    );
  }
}
