import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#domain/language/languages.ts';
import type { Tongue } from '#domain/language/translate.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { isShortClockTime, isWallDate } from '#domain/wall-clock.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { makeCallerBudget } from '../platform/http/callers.ts';
import type { Platform } from '../platform/http/request.ts';
import { inLanguage, spokenHere } from '../platform/language.ts';

/** A page as a visitor sees it: the HTML inside #app, and the data with which the browser hydrates it. */
export interface RenderedPage {
  readonly html: string;
  readonly start: unknown;
}

/** Renders a page with the code of the web, built for the server (src/web/app/render.tsx), whose sentences `tongue` says. Returns null for a page that redirects. */
export type RenderPage = (
  address: { readonly path: string; readonly search: string },
  minuteMs: number,
  fetch: typeof globalThis.fetch,
  tongue: () => Tongue | undefined,
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
    reads: { usluga: areIds, dan: isWallDate, slot: isId, radnica: isId, vreme: isShortClockTime },
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
/** How long a request waits for its rendered page; long, because the first page waits until the renderer is loaded. */
export const RENDER_WAIT_MS = 1500;
const MOST_WAITING = 200; // limits the memory while a slow database delays a render

interface MadePage {
  readonly minuteMs: number;
  readonly responses: ReadonlyMap<string, string>;
  readonly page: RenderedPage | null;
}

/** The path, and the query parameters that the page reads, with the language if the URL names it; undefined if the server does not render the page. */
export function renderedAddress(
  url: string,
  language: Language,
): { path: string; search: string } | undefined {
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
  if (given.get('jezik') === language) read.set('jezik', language);
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
  const page = await render(address, minuteMs, fetch, spokenHere).catch((error: unknown) => {
    throw failures[0] ?? error;
  });
  if (failures.length > 0) throw failures[0];
  return { minuteMs, responses, page };
}

/** Makes a function that returns a rendered page; null: the browser must render it. Reuses a page while the API responses stay the same. docs/spec/behaviour.md §7.12 */
export function makeRenderedPages(options: RenderedPagesOptions) {
  const { responseTo, platform } = options;
  const made = new BoundedMap<string, MadePage>(KEPT_PAGES);
  const mayRender = makeCallerBudget(RENDERS_PER_SECOND_AND_CALLER);
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const isPresent = async ({ responses }: MadePage): Promise<boolean> => {
    const same = await Promise.all(
      [...responses].map(async ([path, text]) => (await responseTo(path)) === text),
    );
    return same.every(Boolean);
  };

  async function pageAt(address: Address, language: Language, caller: string): Promise<RenderedPage | null> {
    const key = `${language} ${address.path}${address.search}`;
    const minuteMs = Math.floor(platform.clock.ms() / MINUTE_MS) * MINUTE_MS;
    const known = made.get(key);
    const isCurrent = known?.minuteMs === minuteMs && (await isPresent(known));
    if (!isCurrent && !mayRender(caller)) return null;
    const page = isCurrent ? known : await makePage(options, address, minuteMs);
    made.set(key, page); // sets the key again for a reused page, so that the least recently requested page is evicted first
    return page.page;
  }

  return async (
    url: string,
    language: Language,
    caller: string,
    log: FastifyBaseLogger,
  ): Promise<RenderedPage | null> => {
    const address = renderedAddress(url, language);
    if (!address || waiting >= MOST_WAITING) return null;
    waiting++;
    const requestedMs = performance.now();
    // renders one page at a time, because the renderer's fetch and clock are global
    const rendering = turn.then(() => {
      waiting--;
      if (performance.now() - requestedMs >= RENDER_WAIT_MS) return null;
      return inLanguage(language, () => pageAt(address, language, caller));
    });
    turn = rendering.catch(() => undefined);
    return rendering.catch((error: unknown) => {
      log.warn({ err: error }, 'page not rendered on the server; the browser renders it');
      return null;
    });
  };
}
