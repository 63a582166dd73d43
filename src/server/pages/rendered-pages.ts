import type { FastifyBaseLogger } from 'fastify';
import { isWallDate } from '#domain/wall-clock.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Platform } from '../platform/http/request.ts';

/** A page as a visitor sees it: the HTML inside #app, and what the browser begins with. */
export interface RenderedPage {
  readonly html: string;
  readonly start: unknown;
}

/** The pages' own code, built for the server (src/web/app/render.tsx). null: the page leads elsewhere. */
export type RenderPage = (
  address: { readonly path: string; readonly search: string },
  minuteMs: number,
  fetch: typeof globalThis.fetch,
) => Promise<RenderedPage | null>;

type IsValid = (value: string) => boolean;
const isId: IsValid = (value) => /^[1-9]\d{0,9}$/.test(value);

/** `reads`: the query parameters that change the page. `personal`: with one of these the page shows a person's own data. */
interface PublicPage {
  readonly reads: Readonly<Record<string, IsValid>>;
  readonly personal: readonly string[];
}
const PLAIN: PublicPage = { reads: {}, personal: [] };
const RENDERED: Readonly<Record<string, PublicPage>> = {
  '/': PLAIN,
  '/services': PLAIN,
  '/booking': { reads: { usluga: isId, dan: isWallDate, slot: isId }, personal: ['termin', 'pomeri'] },
  '/login': PLAIN,
  '/register': PLAIN,
  '/reset': { reads: {}, personal: ['token'] },
};

const MINUTE_MS = 60_000;
const KEPT_PAGES = 64;
// one render takes up to 20 ms of the event loop, and a caller can choose endless addresses (any slot id)
const RENDERS_PER_SECOND_AND_CALLER = 10;

/** A page of one minute and the API answers that it was rendered from. */
interface MadePage {
  readonly minuteMs: number;
  readonly answers: ReadonlyMap<string, string>;
  readonly page: RenderedPage | null;
}

/**
 * The address with only the parameters that the page reads (campaign parameters are dropped). Undefined where the browser renders
 * the page: another page, a personal parameter, or a malformed value.
 */
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
  /** Returns the API's answer to a visitor, as text. */
  readonly answer: (address: string) => Promise<string>;
}

type Address = Parameters<RenderPage>[0];

async function makePage(
  { render, answer }: Pick<RenderedPagesOptions, 'render' | 'answer'>,
  address: Address,
  minuteMs: number,
): Promise<MadePage> {
  const answers = new Map<string, string>();
  const failures: unknown[] = [];
  const fetch = async (requested: string | URL | Request): Promise<Response> => {
    const path = String(requested);
    const text = await answer(path).catch((error: unknown) => {
      failures.push(error); // the page may swallow it or show it as a network error
      throw error;
    });
    answers.set(path, text);
    return new Response(text);
  };
  const page = await render(address, minuteMs, fetch).catch((error: unknown) => {
    throw failures[0] ?? error;
  });
  if (failures.length > 0) throw failures[0];
  return { minuteMs, answers, page };
}

/** Allows each caller so many renders a second. */
function makeRenderBudget(): (caller: string) => boolean {
  const used = new Map<string, number>();
  let second = 0;
  return (caller) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) used.clear();
    second = now;
    const count = (used.get(caller) ?? 0) + 1;
    used.set(caller, count);
    return count <= RENDERS_PER_SECOND_AND_CALLER;
  };
}

/**
 * Renders the public pages for a visitor. A page is cached while the API gives the same answers in the same minute, so a booked
 * time is never shown as free. Returns null where the browser renders the page itself. docs/spec/behaviour.md §7.12
 */
export function makeRenderedPages(options: RenderedPagesOptions) {
  const { answer, platform } = options;
  const made = new BoundedMap<string, MadePage>(KEPT_PAGES);
  const mayRender = makeRenderBudget();
  let turn: Promise<unknown> = Promise.resolve();

  const isPresent = async ({ answers }: MadePage): Promise<boolean> => {
    const same = await Promise.all([...answers].map(async ([path, text]) => (await answer(path)) === text));
    return same.every(Boolean);
  };

  async function pageAt(address: Address, caller: string): Promise<RenderedPage | null> {
    const key = address.path + address.search;
    const minuteMs = Math.floor(platform.clock.ms() / MINUTE_MS) * MINUTE_MS;
    const known = made.get(key);
    const isCurrent = known?.minuteMs === minuteMs && (await isPresent(known));
    if (!isCurrent && !mayRender(caller)) return null;
    const page = isCurrent ? known : await makePage(options, address, minuteMs);
    made.set(key, page); // also when cached: the page that nobody has asked for longest is evicted first
    return page.page;
  }

  return async (url: string, caller: string, log: FastifyBaseLogger): Promise<RenderedPage | null> => {
    const address = renderedAddress(url);
    if (!address) return null;
    // one at a time: the renderer's fetch and clock are global
    const rendering = turn.then(() => pageAt(address, caller));
    turn = rendering.catch(() => undefined);
    return rendering.catch((error: unknown) => {
      log.warn({ err: error }, 'page not rendered on the server; the browser renders it');
      return null;
    });
  };
}
