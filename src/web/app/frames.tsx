import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import type { Language } from '#domain/language/languages.ts';
import { speakBy, type Tongue } from '#domain/language/translate.ts';
import { newQueryClient } from '../lib/queries/query-client.ts';
import { BrowserRouter } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import {
  currentSession,
  endSession,
  GUEST_TICKETS_KEY,
  isStaff,
  startSession,
} from '../lib/session/session.ts';
import { tongueOf } from '../lib/tongues.ts';
import { frame, SALON_NAME, WIDTHS_REM } from '../ui/frame.ts';
import { App, PageSkeleton } from './layout.tsx';
import { fetchPageAt, titleAt } from './routes.tsx';

/** The HTML of a page while its data load, by user and screen: `keys` as in app/early.ts, such as 'ADMIN2'. Contains no data. */
export interface Frame {
  readonly html: string;
  readonly keys: readonly string[];
}

export interface FramedPage {
  readonly path: string;
  /** '', the tab as '?tab=otkazani', or '?pomeri' for any booking to move. */
  readonly search: string;
  /** Null if the server writes the title. */
  readonly title: string | null;
  readonly frames: readonly Frame[];
}

export interface AllFrames {
  /** The pages behind the login. */
  readonly pages: readonly FramedPage[];
  /** The frames of '/', which is also a page for visitors. */
  readonly home: readonly Frame[];
  /** The frames of index.html, which stands for any page. */
  readonly shell: FramedPage;
}

const LOGIN = { token: '-', email: '', name: '' };

/** Stores what the device of each user stores. The names are those of app/early.ts. */
const USERS = {
  CLIENT: () => startSession({ ...LOGIN, role: 'CLIENT' }, true),
  ADMIN: () => startSession({ ...LOGIN, role: 'ADMIN' }, true),
  TECHNICIAN: () => startSession({ ...LOGIN, role: 'TECHNICIAN' }, true),
  GUEST: () => {
    endSession();
    window.localStorage.setItem(
      GUEST_TICKETS_KEY,
      JSON.stringify([{ token: '-', end: '9999-12-31 00:00:00' }]),
    );
  },
  VISITOR: endSession,
};
type User = keyof typeof USERS;
const WITH_STORAGE = ['CLIENT', 'ADMIN', 'TECHNICIAN', 'GUEST'] as const;

/** The language of the frames. The owner and technicians read Serbian. */
let readers: Tongue | undefined;

/** Gives the components the few parts of a browser that they read while they render. */
function openWindow(widthRem: number): void {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  };
  const matchMedia = (query: string) => ({
    matches: Number(/[\d.]+(?=rem)/.exec(query) ?? Infinity) <= widthRem,
  });
  Object.assign(globalThis, { window: { localStorage, matchMedia } });
}

/** Renders one frame; null if the page redirects this user. */
async function rendered(path: string, search: string): Promise<string | null> {
  const redirect: { redirectTo?: string } = {};
  const { prelude } = await prerender(
    <StrictMode>
      <BrowserRouter address={{ ssrPath: path, ssrSearch: search }} redirect={redirect}>
        <App client={newQueryClient()} />
      </BrowserRouter>
    </StrictMode>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY, // otherwise a script would move large parts into their place
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  return redirect.redirectTo === undefined ? html : null;
}

/** Renders a page for each user and screen width. Equal frames are one. */
async function framesOf(users: readonly User[], render: () => Promise<string | null>): Promise<Frame[]> {
  const keys = new Map<string, string[]>();
  for (const user of users)
    for (const [index, widthRem] of [0, ...WIDTHS_REM].entries()) {
      openWindow(widthRem);
      USERS[user]();
      const spoken = isStaff(currentSession()) && readers?.language !== 'sr-Cyrl' ? undefined : readers;
      speakBy(() => spoken);
      const html = await render();
      if (html !== null) keys.set(html, [...(keys.get(html) ?? []), `${user}${index}`]);
    }
  return [...keys].map(([html, of]) => ({ html, keys: of }));
}

/** Renders the frames of a page for logged-in users and guests with tickets. */
const pageFrames = (path: string, search: string): Promise<Frame[]> =>
  framesOf(WITH_STORAGE, async () => {
    await fetchPageAt(path);
    return rendered(path, search);
  });

const PATHS = Object.values(paths).filter((path) => /^\/(admin|appointments|profile)/.test(path));

async function ownPages(language: Language): Promise<FramedPage[]> {
  const pages: FramedPage[] = [];
  for (const path of PATHS) {
    if ((language === 'en' || language === 'ru') && path.startsWith(paths.admin)) continue;
    speakBy(() => readers);
    const title = `${titleAt(path)} - ${SALON_NAME}`;
    frame.tabs = [];
    pages.push({ path, search: '', title, frames: await pageFrames(path, '') });
    for (const search of frame.tabs.slice(1).map((tab) => `?tab=${tab}`))
      pages.push({ path, search, title, frames: await pageFrames(path, search) });
  }
  const moving = await pageFrames(paths.booking, '?pomeri=1');
  return [...pages, { path: paths.booking, search: '?pomeri', title: null, frames: moving }];
}

/** Renders the frames of all pages that logged-in users may open; the owner's pages are only in Serbian, in both scripts. docs/spec/behaviour.md §7.12 */
export async function renderFrames(language: Language): Promise<AllFrames> {
  readers = await tongueOf(language);
  frame.isOn = true;
  frame.page = <PageSkeleton />;
  const shell = await framesOf([...WITH_STORAGE, 'VISITOR'], () => rendered('/-', ''));
  frame.page = null;
  const home = await pageFrames(paths.home, '');
  const pages = await ownPages(language);
  frame.isOn = false;
  Reflect.deleteProperty(globalThis, 'window');
  return { pages, home, shell: { path: '', search: '', title: null, frames: shell } };
}
