import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { prefetch } from '../lib/lazy-page.ts';
import { paths } from '../lib/paths.ts';
import { newQueryClient } from '../lib/query-client.ts';
import { endFirstRender } from '../lib/server-clock.ts';
import { useSessionEpoch, useWasRefused } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton, EmptyState } from '../ui/screen-states.tsx';
import { RouteFocus } from './focus.tsx';
import { Navigation } from './navigation.tsx';
import { PAGE_STARTED } from './page-start.ts';
import { CurrentPage } from './routes.tsx';

function PageSkeleton() {
  return (
    <Page>
      <div className="mt-14">
        <CardSkeleton />
      </div>
    </Page>
  );
}

/** A token that the server no longer takes leads to the login, from any page. */
function useWayToLogin(): void {
  const wasRefused = useWasRefused();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (wasRefused) navigate(paths.login);
  }, [wasRefused, navigate]);
}

/** The page is alive: what was pressed before is done now, and what is rendered next shows the present. */
function Started() {
  useEffect(() => {
    endFirstRender();
    performance.mark(PAGE_STARTED);
    document.dispatchEvent(new Event(PAGE_STARTED));
  }, []);
  return null;
}

/** What is around every page: skip link, main, navigation. A page that breaks leaves the navigation, and the next one is whole. */
function Layout() {
  useWayToLogin();
  const [path] = useLocation();
  return (
    <>
      <a
        href="#sadrzaj"
        className="sr-only z-20 rounded-card bg-card px-4 py-3 font-semibold text-link shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Preskoči na sadržaj
      </a>
      <main id="sadrzaj" tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <ErrorBoundary key={path}>
            <CurrentPage />
          </ErrorBoundary>
          <RouteFocus />
          <Started />
        </Suspense>
      </main>
      <Navigation />
    </>
  );
}

const AFTERWARDS_MS = 2000;

/** What is not for the first screen comes behind it, in a chunk of its own. */
function useAfterwards(client: QueryClient): void {
  useEffect(() => {
    const over = new AbortController();
    const fetch = () => import('./afterwards.ts').then((next) => next.begin(client, over.signal));
    setTimeout(prefetch, AFTERWARDS_MS, [fetch]);
    return () => over.abort();
  }, [client]);
}

/** Everything fetched belongs to one session of one person: the next one starts with nothing. */
function Session({ first }: { first: QueryClient | null }) {
  const [client] = useState(() => first ?? newQueryClient());
  useAfterwards(client);
  return (
    <QueryClientProvider client={client}>
      <Layout />
    </QueryClientProvider>
  );
}

/**
 * The whole app inside a router, in the browser (main.tsx) and on the server (render.tsx). `client`: of the first session, with
 * what the page came with.
 */
export function App({ client }: { client: QueryClient }) {
  const epoch = useSessionEpoch();
  const [firstEpoch] = useState(epoch);
  return (
    <ErrorBoundary>
      <Session key={epoch} first={epoch === firstEpoch ? client : null} />
    </ErrorBoundary>
  );
}

/** A page that broke says so in Serbian and offers a fresh start. (React catches errors only in a class.) */
class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Page>
        <div className="pt-13">
          <EmptyState title="Nešto nije u redu.">
            <p className="text-soft">Osvežite stranicu. Ako se ponovi, pozovite salon.</p>
            <Button onClick={() => window.location.reload()} className="mt-2">
              Osveži stranicu
            </Button>
          </EmptyState>
        </div>
      </Page>
    );
  }
}
