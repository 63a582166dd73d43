import { type Query, type QueryObserverOptions, skipToken } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { setFetch } from '../lib/api.ts';
import { BrowserRouter } from '../lib/location.tsx';
import { newQueryClient } from '../lib/query-client.ts';
import { App } from './layout.tsx';
import { beginWith, type PageStart } from './page-start.ts';
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
    beginWith({ minuteMs, answers: [] }, client);
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
    if (missing.length === 0) return { html, start: { minuteMs, answers: answersIn(cached) } };
    await Promise.all(missing.map((query) => query.fetch()));
  }
  throw new Error(`${path} asks for more with every answer.`);
}

/** Asked for by a component, and allowed to be. */
function isMissing({ state, options }: Query): boolean {
  const { enabled, queryFn } = options as QueryObserverOptions;
  return state.data === undefined && enabled !== false && queryFn !== skipToken;
}

const answersIn = (cached: readonly Query[]): PageStart['answers'] =>
  cached.filter(({ state }) => state.data !== undefined).map(({ queryKey, state }) => [queryKey, state.data]);
