import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { newQueryClient } from '../lib/queries.ts';
import { useVisit } from '../lib/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './layout.tsx';
import { Screens } from './routes.tsx';

/** Everything fetched belongs to one visit of one person: the next one starts with nothing. */
function Visit() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Frame>
        <Screens />
      </Frame>
    </QueryClientProvider>
  );
}

/** The whole app inside a router: the browser's in main.tsx, a static one where a page is rendered without a browser. */
export function App() {
  const visit = useVisit();
  return (
    <ErrorBoundary>
      <Visit key={visit} />
    </ErrorBoundary>
  );
}
