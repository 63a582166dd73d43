import type { FastifyBaseLogger } from 'fastify';
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

/** What each page reads of its address; with any other of its own it shows somebody's own things. */
const RENDERED: Readonly<
  Record<string, { readonly reads: readonly string[]; readonly own: readonly string[] }>
> = {
  '/': { reads: [], own: [] },
  '/services': { reads: [], own: [] },
  '/booking': { reads: ['usluga', 'dan', 'slot'], own: ['termin', 'pomeri'] },
  '/login': { reads: [], own: [] },
  '/register': { reads: [], own: [] },
  '/reset': { reads: [], own: ['token'] },
};

const MINUTE_MS = 60_000;
const KEPT_PAGES = 64; // the addresses by which a caller asks are a caller's to choose
const RENDERS_PER_SECOND = 20; // one takes up to 20 ms of the process; beyond it the browsers do the work themselves

/** A page of one minute, made of these answers. */
interface MadePage {
  readonly minuteMs: number;
  readonly answers: ReadonlyMap<string, string>;
  readonly page: RenderedPage | null;
}

/** The address without what the page does not read (a campaign's parameters), or undefined where it is not rendered. */
export function renderedAddress(url: string): { path: string; search: string } | undefined {
  const [path = '', query = ''] = url.split('?', 2);
  const page = Object.hasOwn(RENDERED, path) ? RENDERED[path] : undefined;
  if (!page) return undefined;
  const given = new URLSearchParams(query);
  if (page.own.some((name) => given.has(name))) return undefined;
  const read = page.reads.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { path, search: read.length === 0 ? '' : `?${new URLSearchParams(read)}` };
}

export interface RenderedPagesOptions {
  readonly platform: Pick<Platform, 'clock'>;
  readonly render: RenderPage;
  /** What a visitor is answered at an address of the API. */
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
      failures.push(error); // a page may show a failure as nothing at all, or as one of the network
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

/**
 * The public pages, rendered for a visitor. Kept for as long as the same requests are answered with the same bytes in the same
 * minute: nothing that is taken is shown as free. null where the browser renders the page itself. docs/spec/behaviour.md §7.12
 */
export function makeRenderedPages(options: RenderedPagesOptions) {
  const { answer, platform } = options;
  const made = new Map<string, MadePage>();
  let turn: Promise<unknown> = Promise.resolve();
  let second = 0;
  let rendersInSecond = 0;

  const isPresent = async ({ answers }: MadePage): Promise<boolean> => {
    const same = await Promise.all([...answers].map(async ([path, text]) => (await answer(path)) === text));
    return same.every(Boolean);
  };

  function mayRender(): boolean {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, rendersInSecond] = [now, 0];
    return ++rendersInSecond <= RENDERS_PER_SECOND;
  }

  async function pageAt(address: Address): Promise<RenderedPage | null> {
    const key = address.path + address.search;
    const minuteMs = Math.floor(platform.clock.ms() / MINUTE_MS) * MINUTE_MS;
    const known = made.get(key);
    if (known?.minuteMs === minuteMs && (await isPresent(known))) return known.page;
    if (!mayRender()) return null;
    const page = await makePage(options, address, minuteMs);
    if (made.size >= KEPT_PAGES) made.clear();
    made.set(key, page);
    return page.page;
  }

  return async (url: string, log: FastifyBaseLogger): Promise<RenderedPage | null> => {
    const address = renderedAddress(url);
    if (!address) return null;
    // one after the other: while a page is rendered its requests are the only ones
    const rendering = turn.then(() => pageAt(address));
    turn = rendering.catch(() => undefined);
    return rendering.catch((error: unknown) => {
      log.warn({ err: error }, 'a page was not rendered; the browser does it');
      return null;
    });
  };
}
