import { type Query, type QueryClient, type QueryObserverOptions, skipToken } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { speakBy, type Tongue } from '#domain/language/translate.ts';
import { zoneOffsetAt } from '#domain/wall-clock.ts';
import { setFetch } from '../lib/api.ts';
import { loadRulesOf } from '../lib/appointment/loaded-rules.ts';
import { beginFirstRender } from '../lib/clock/server-clock.ts';
import { salonQuery } from '../lib/queries/queries.ts';
import { newQueryClient } from '../lib/queries/query-client.ts';
import { BrowserRouter } from '../lib/routing/browser-router.tsx';
import { keepingLanguage } from '../lib/tongues.ts';
import { App, languageLinks } from './layout.tsx';
import type { PageStart } from './page-start.ts';
import { fetchPageAt } from './routes.tsx';

export interface PageAddress {
  readonly path: string;
  /** The query of the URL, such as '?dan=2025-03-05', or ''. */
  readonly search: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly start: PageStart;
}

/** Maximum number of renders. A response can render components that need another response: the salon, then its free slots. */
const ROUNDS_MAX = 5;

/**
 * Renders a public page as a visitor sees it in this minute (epoch ms), and returns it with its data for hydration. Renders, fetches the
 * data that the components query, and renders again, so that only the components declare queries. Returns null for a redirect. Rejects when
 * a request fails; the browser then renders the page itself. `tongue` says its sentences. docs/spec/behaviour.md §7.12
 */
export async function renderPage(
  { path, search }: PageAddress,
  minuteMs: number,
  fetch: typeof globalThis.fetch,
  tongue: () => Tongue | undefined,
): Promise<RenderedPage | null> {
  speakBy(tongue);
  await Promise.all([fetchPageAt(path), languageLinks.fetch()]);
  const client = newQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false } });
  const redirect: { redirectTo?: string } = {};
  for (let round = 0; round < ROUNDS_MAX; round++) {
    beginFirstRender(minuteMs);
    setFetch(fetch);
    const html = renderToString(
      <StrictMode>
        <BrowserRouter
          address={{ ssrPath: path, ssrSearch: search }}
          redirect={redirect}
          hrefs={keepingLanguage(search)}
        >
          <App client={client} />
        </BrowserRouter>
      </StrictMode>,
    );
    if (redirect.redirectTo !== undefined) return null;
    const cached = client.getQueryCache().getAll();
    const missing = cached.filter(isMissing);
    if (missing.length === 0) return { html, start: startOf(client, minuteMs) };
    await Promise.all(missing.map((query) => query.fetch()));
    await loadRulesOf(client.getQueryData(salonQuery.queryKey));
  }
  throw new Error(`${path} still sends requests after ${ROUNDS_MAX} renders`);
}

function isMissing({ state, options }: Query): boolean {
  const { enabled, queryFn } = options as QueryObserverOptions;
  return state.data === undefined && enabled !== false && queryFn !== skipToken;
}

function startOf(client: QueryClient, minuteMs: number): PageStart {
  const salon = client.getQueryData(salonQuery.queryKey);
  if (!salon) throw new Error('the page did not fetch its salon');
  const responses = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined);
  return {
    minuteMs,
    zone: [salon.time_zone, zoneOffsetAt(minuteMs, salon.time_zone)],
    responses: responses.map(({ queryKey, state }) => [queryKey, state.data]),
  };
}
