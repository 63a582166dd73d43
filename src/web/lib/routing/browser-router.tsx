import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { Router, type RouterOptions } from 'wouter';
import {
  navigate,
  useHistoryState,
  useLocationProperty,
  usePathname,
  useSearch,
} from 'wouter/use-browser-location';
import { gate, keyIn } from '../../ui/history/entry.ts';
import { paths } from './paths.ts';

interface ShownLocation {
  path: string;
  search: string;
  key: string | null;
}

const ShownLocationContext = createContext<ShownLocation>({ path: '/', search: '', key: null });

const useShownPath: NonNullable<RouterOptions['hook']> = () => [
  useContext(ShownLocationContext).path,
  navigate,
];
const useShownSearch = (): string => useContext(ShownLocationContext).search;

type PathTo = (to: string) => string;
let kept: PathTo = (to) => to;

/** Sets how paths keep the language that the page's URL names: a salon with one language loads nothing for it. */
export function keepLanguageBy(how: PathTo): void {
  kept = how;
}

/** A path of this site with the page's language, if the page's own URL names it. docs/spec/behaviour.md §33.3 */
export const keepLanguage: PathTo = (to) => kept(to);

const newKey = (): string => Math.random().toString(36).slice(2);

const isHere = (to: string): boolean => new URL(to, window.location.href).href === window.location.href;

/** The state of a navigation: to the login or the registration from the booking page, the path to which the user returns. */
function stateFor(to: string): string {
  const state = keyIn(window.history.state);
  if (to !== paths.login && to !== paths.register) return newKey();
  if (window.location.pathname === paths.booking) return andBack().state;
  return state?.startsWith(NEXT) ? state : newKey();
}

/** Gives every navigation a key. Navigation to the current URL replaces the history entry instead of adding one. */
const navigateWithKey: NonNullable<RouterOptions['aroundNav']> = (go, to, options) =>
  gate.pass(() => {
    const address = keepLanguage(to);
    const state = options?.state ?? stateFor(to);
    go(address, { replace: isHere(address), ...defined(options), state });
  });

const defined = (options: { replace?: boolean } = {}): { replace?: boolean } =>
  options.replace === undefined ? {} : { replace: options.replace };

export interface BrowserRouterProps {
  /** The path and query of the page to render; only on the server. */
  address?: { ssrPath: string; ssrSearch: string };
  /** Receives the target of `<Redirect>`; only on the server. */
  redirect?: { redirectTo?: string };
  /** The addresses of links; only on the server. */
  hrefs?: PathTo;
  children: ReactNode;
}

/** Connects the routes with the browser's URL. The previous page stays until the next page's chunk has loaded. */
export function BrowserRouter({
  address,
  redirect,
  hrefs = (to) => keepLanguage(to),
  children,
}: BrowserRouterProps) {
  const path = usePathname(address);
  const search = useSearch(address);
  const key = keyIn(useHistoryState<string | null>());
  const now = useMemo((): ShownLocation => ({ path, search, key }), [path, search, key]);
  const deferred = useDeferredValue(now);
  return (
    <ShownLocationContext value={deferred.path === path ? now : deferred}>
      <Router
        hook={useShownPath}
        searchHook={useShownSearch}
        aroundNav={navigateWithKey}
        hrefs={hrefs}
        {...(redirect && { ssrContext: redirect })}
      >
        {children}
      </Router>
    </ShownLocationContext>
  );
}

/** A key that changes with every navigation, even to the page that is already open; null after the browser itself loaded the page. */
export const useNavigationKey = (): string | null => useContext(ShownLocationContext).key;

export const useHash = (): string =>
  useLocationProperty(
    () => window.location.hash.slice(1),
    () => '',
  );

/** The prefix of the login page's history state. After the prefix comes the path to which the user returns after the login. */
const NEXT = 'next ';

/** The path of this site to open after the login or registration; null if the user opened the page directly. */
export function useNextPath(): string | null {
  const key = useNavigationKey();
  const next = key?.startsWith(NEXT) ? key.slice(NEXT.length) : '';
  return /^\/(?![/\\])/.test(next) ? next : null;
}

const NOWHERE = { pathname: '/', search: '', hash: '' };

/** Options for a navigation to the login page. They store the current path, to which the user returns after the login. */
export function andBack(): { replace: boolean; state: string } {
  const { pathname, search, hash } = globalThis.location ?? NOWHERE;
  return { replace: true, state: `${NEXT}${pathname}${search}${hash}` };
}
