import { type Query, type QueryClient, type QueryObserverOptions, skipToken } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { zoneOffsetAt } from '#domain/wall-clock.ts';
import { setFetch } from '../lib/api.ts';
import { BrowserRouter } from '../lib/location.tsx';
import { salonQueries } from '../lib/queries.ts';
import { newQueryClient } from '../lib/query-client.ts';
import { beginFirstRender } from '../lib/server-clock.ts';
import { App } from './layout.tsx';
import type { PageStart } from './page-start.ts';
import { fetchPageAt } from './routes.tsx';

export interface PageAddress {
  /** '/booking' */
  readonly path: string;
  /** '?dan=2025-03-05', or ''. */
  readonly search: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly start: PageStart;
}

/** What one answer makes visible may ask for the next: the salon, its free slots, … */
const ROUNDS_MAX = 5;

/**
 * A public page as a visitor sees it in this minute (epoch ms), and what the browser begins with. Renders, asks for what was
 * missing, and renders again, so that what a page needs is written in its components alone. null: the page leads elsewhere.
 * Rejects when an answer fails: the browser then renders the page itself. docs/spec/behaviour.md §7.12
 */
export async function renderPage(
  { path, search }: PageAddress,
  minuteMs: number,
  fetch: typeof globalThis.fetch,
): Promise<RenderedPage | null> {
  await fetchPageAt(path);
  const client = newQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false } });
  const leading: { redirectTo?: string } = {};
  for (let round = 0; round < ROUNDS_MAX; round++) {
    beginFirstRender(minuteMs);
    setFetch(fetch);
    const html = renderToString(
      <StrictMode>
        <BrowserRouter address={{ ssrPath: path, ssrSearch: search }} leading={leading}>
          <App client={client} />
        </BrowserRouter>
      </StrictMode>,
    );
    if (leading.redirectTo !== undefined) return null;
    const cached = client.getQueryCache().getAll();
    const missing = cached.filter(isMissing);
    if (missing.length === 0) return { html, start: startOf(client, minuteMs) };
    await Promise.all(missing.map((query) => query.fetch()));
  }
  throw new Error(`${path} asks for more with every answer.`);
}

/** Asked for by a component, and allowed to be. */
function isMissing({ state, options }: Query): boolean {
  const { enabled, queryFn } = options as QueryObserverOptions;
  return state.data === undefined && enabled !== false && queryFn !== skipToken;
}

function startOf(client: QueryClient, minuteMs: number): PageStart {
  const salon = client.getQueryData(salonQueries.salon().queryKey);
  if (!salon) throw new Error('A page asks for its salon.');
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined);
  return {
    minuteMs,
    zone: [salon.time_zone, zoneOffsetAt(minuteMs, salon.time_zone)],
    answers: answers.map(({ queryKey, state }) => [queryKey, state.data]),
  };
}
