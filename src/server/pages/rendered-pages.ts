import type { FastifyBaseLogger } from 'fastify';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { countedNetworksOf } from '../platform/http/callers.ts';
import type { Platform } from '../platform/http/request.ts';

/** A page as a visitor sees it: the HTML inside #app, and the data with which the browser hydrates it. */
export interface RenderedPage {
  readonly html: string;
  readonly start: unknown;
}

/** Renders a page with the code of the web, built for the server (src/web/app/render.tsx). Returns null for a page that redirects. */
export type RenderPage = (
  address: { readonly path: string; readonly search: string },
  minuteMs: number,
  fetch: typeof globalThis.fetch,
) => Promise<RenderedPage | null>;

type IsValid = (value: string) => boolean;
const isId: IsValid = (value) => /^[1-9]\d{0,9}$/.test(value);
const areIds: IsValid = (value) =>
  value.split(',').length <= MAX_SERVICES_COUNT && value.split(',').every(isId);

/** `reads`: the query parameters on which the page depends. `personal`: parameters with which the page shows personal data. */
interface PublicPage {
  readonly reads: Readonly<Record<string, IsValid>>;
  readonly personal: readonly string[];
}
const PLAIN: PublicPage = { reads: {}, personal: [] };
const RENDERED: Readonly<Record<string, PublicPage>> = {
  '/': PLAIN,
  '/services': PLAIN,
  '/booking': {
    reads: { usluga: areIds, dan: isWallDate, slot: isId, radnica: isId },
    personal: ['termin', 'pomeri'],
  },
  '/login': PLAIN,
  '/register': PLAIN,
  '/reset': { reads: {}, personal: ['token'] },
};

const MINUTE_MS = 60_000;
const KEPT_PAGES = 64;
// limited, because a render blocks the event loop for up to 20 ms, and a caller could request endless URLs, for example one per slot id
const RENDERS_PER_SECOND_AND_CALLER = 10;

interface MadePage {
  readonly minuteMs: number;
  readonly responses: ReadonlyMap<string, string>;
  readonly page: RenderedPage | null;
}

/** The path, and the query parameters that the page reads; undefined if the server does not render the page. */
export function renderedAddress(url: string): { path: string; search: string } | undefined {
  const [path = '', query = ''] = url.split('?', 2);
  const page = Object.hasOwn(RENDERED, path) ? RENDERED[path] : undefined;
  if (!page) return undefined;
  const given = new URLSearchParams(query);
  if (page.personal.some((name) => given.has(name))) return undefined;
  const read = new URLSearchParams();
  for (const [name, isValid] of Object.entries(page.reads)) {
    const value = given.get(name);
    if (value === null) continue;
    if (!isValid(value)) return undefined;
    read.set(name, value);
  }
  return { path, search: read.size === 0 ? '' : `?${read}` };
}

export interface RenderedPagesOptions {
  readonly platform: Pick<Platform, 'clock'>;
  readonly render: RenderPage;
  readonly responseTo: (address: string) => Promise<string>;
}

type Address = Parameters<RenderPage>[0];

async function makePage(
  { render, responseTo }: Pick<RenderedPagesOptions, 'render' | 'responseTo'>,
  address: Address,
  minuteMs: number,
): Promise<MadePage> {
  const responses = new Map<string, string>();
  const failures: unknown[] = [];
  const fetch = async (requested: string | URL | Request): Promise<Response> => {
    const path = String(requested);
    const text = await responseTo(path).catch((error: unknown) => {
      failures.push(error); // the error is recorded here, because the page may hide it or show it as a network error
      throw error;
    });
    responses.set(path, text);
    return new Response(text);
  };
  const page = await render(address, minuteMs, fetch).catch((error: unknown) => {
    throw failures[0] ?? error;
  });
  if (failures.length > 0) throw failures[0];
  return { minuteMs, responses, page };
}

function makeRenderBudget(): (caller: string) => boolean {
  const used = new Map<string, number>();
  let second = 0;
  return (caller) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) used.clear();
    second = now;
    return countedNetworksOf(caller).every(({ network, times }) => {
      const count = (used.get(network) ?? 0) + 1;
      used.set(network, count);
      return count <= RENDERS_PER_SECOND_AND_CALLER * times;
    });
  };
}

/** Makes a function that returns a rendered page; null: the browser must render it. Reuses a page while the API responses stay the same. docs/spec/behaviour.md §7.12 */
export function makeRenderedPages(options: RenderedPagesOptions) {
  const { responseTo, platform } = options;
  const made = new BoundedMap<string, MadePage>(KEPT_PAGES);
  const mayRender = makeRenderBudget();
  let turn: Promise<unknown> = Promise.resolve();

  const isPresent = async ({ responses }: MadePage): Promise<boolean> => {
    const same = await Promise.all(
      [...responses].map(async ([path, text]) => (await responseTo(path)) === text),
    );
    return same.every(Boolean);
  };

  async function pageAt(address: Address, caller: string): Promise<RenderedPage | null> {
    const key = address.path + address.search;
    const minuteMs = Math.floor(platform.clock.ms() / MINUTE_MS) * MINUTE_MS;
    const known = made.get(key);
    const isCurrent = known?.minuteMs === minuteMs && (await isPresent(known));
    if (!isCurrent && !mayRender(caller)) return null;
    const page = isCurrent ? known : await makePage(options, address, minuteMs);
    made.set(key, page); // sets the key again for a reused page, so that the least recently requested page is evicted first
    return page.page;
  }

  return async (url: string, caller: string, log: FastifyBaseLogger): Promise<RenderedPage | null> => {
    const address = renderedAddress(url);
    if (!address) return null;
    // renders one page at a time, because the renderer's fetch and clock are global
    const rendering = turn.then(() => pageAt(address, caller));
    turn = rendering.catch(() => undefined);
    return rendering.catch((error: unknown) => {
      log.warn({ err: error }, 'page not rendered on the server; the browser renders it');
      return null;
    });
  };
}
