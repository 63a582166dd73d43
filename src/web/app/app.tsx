import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode, useState } from 'react';
import { newQueryClient } from '../lib/query-client.ts';
import { useSessionEpoch } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/screen-states.tsx';
import { Layout } from './layout.tsx';
import { Screens } from './routes.tsx';

/** Everything fetched belongs to one visit of one person: the next one starts with nothing. */
function Session() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Layout>
        <Screens />
      </Layout>
    </QueryClientProvider>
  );
}

/** The whole app inside a router: the browser's in main.tsx, a static one where a page is rendered without a browser. */
export function App() {
  const visit = useSessionEpoch();
  return (
    <ErrorBoundary>
      <Session key={visit} />
    </ErrorBoundary>
  );
}

/** The last net: a page that broke says so in Serbian and offers a fresh start. (React catches errors only in a class.) */
class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    reportError(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="mx-auto max-w-client px-(--gap) pt-16">
        <EmptyState title="Nešto nije u redu.">
          <p className="text-soft">Osvežite stranicu. Ako se ponovi, pozovite salon.</p>
          <Button onClick={() => window.location.reload()} className="mt-2">
            Osveži stranicu
          </Button>
        </EmptyState>
      </main>
    );
  }
}
