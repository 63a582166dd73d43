import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { newQueryClient } from '../lib/query-client.ts';
import { useSessionEpoch } from '../lib/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { CurrentPage } from './routes.tsx';

/** Everything fetched belongs to one session of one person: the next one starts with nothing. */
function Session() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Layout>
        <CurrentPage />
      </Layout>
    </QueryClientProvider>
  );
}

/** The whole app inside a router: the browser's in main.tsx, a static one where a page is rendered without a browser. */
export function App() {
  const epoch = useSessionEpoch();
  return (
    <ErrorBoundary>
      <Session key={epoch} />
    </ErrorBoundary>
  );
}
