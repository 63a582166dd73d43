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

interface Place {
  path: string;
  search: string;
  key: string | null;
}

const PlaceContext = createContext<Place>({ path: '/', search: '', key: null });

const useShownPath: NonNullable<RouterOptions['hook']> = () => [useContext(PlaceContext).path, navigate];
const useShownSearch = (): string => useContext(PlaceContext).search;

const newKey = (): string => Math.random().toString(36).slice(2);

const isHere = (to: string): boolean => new URL(to, window.location.href).href === window.location.href;

/** Gives every navigation a key. Navigation to the current URL replaces the history entry instead of adding one. */
const navigateWithKey: NonNullable<RouterOptions['aroundNav']> = (go, to, options) =>
  gate.pass(() => go(to, { replace: isHere(to), ...defined(options), state: options?.state ?? newKey() }));

const defined = (options: { replace?: boolean } = {}): { replace?: boolean } =>
  options.replace === undefined ? {} : { replace: options.replace };

export interface BrowserRouterProps {
  /** The path and query of the page to render; only on the server. */
  address?: { ssrPath: string; ssrSearch: string };
  /** Receives the target of `<Redirect>`; only on the server. */
  redirect?: { redirectTo?: string };
  children: ReactNode;
}

/** Connects the routes with the browser's URL. The previous page stays until the next page's chunk has loaded. */
export function BrowserRouter({ address, redirect, children }: BrowserRouterProps) {
  const path = usePathname(address);
  const search = useSearch(address);
  const key = keyIn(useHistoryState<string | null>());
  const now = useMemo((): Place => ({ path, search, key }), [path, search, key]);
  const deferred = useDeferredValue(now);
  return (
    <PlaceContext value={deferred.path === path ? now : deferred}>
      <Router
        hook={useShownPath}
        searchHook={useShownSearch}
        aroundNav={navigateWithKey}
        {...(redirect && { ssrContext: redirect })}
      >
        {children}
      </Router>
    </PlaceContext>
  );
}

/** A key that changes with every navigation, even to the page that is already open; null after the browser itself loaded the page. */
export const useNavigationKey = (): string | null => useContext(PlaceContext).key;

export const useHash = (): string =>
  useLocationProperty(
    () => window.location.hash.slice(1),
    () => '',
  );

/** The prefix of the login page's history state. After the prefix comes the path to which the user returns after the login. */
export const NEXT = 'next ';
const NOWHERE = { pathname: '/', search: '', hash: '' };

/** Options for a navigation to the login page. They store the current path, to which the user returns after the login. */
export function andBack(): { replace: boolean; state: string } {
  const { pathname, search, hash } = globalThis.location ?? NOWHERE;
  return { replace: true, state: `${NEXT}${pathname}${search}${hash}` };
}
