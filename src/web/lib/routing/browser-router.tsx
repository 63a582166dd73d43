import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { Router, type RouterOptions } from 'wouter';
import {
  navigate,
  useHistoryState,
  useLocationProperty,
  usePathname,
  useSearch,
} from 'wouter/use-browser-location';

interface Place {
  path: string;
  search: string;
  /** Changes with every navigation; null for the browser's own loads. */
  key: string | null;
}

const PlaceContext = createContext<Place>({ path: '/', search: '', key: null });

const useShownPath: NonNullable<RouterOptions['hook']> = () => [useContext(PlaceContext).path, navigate];
const useShownSearch = (): string => useContext(PlaceContext).search;

const newKey = (): string => Math.random().toString(36).slice(2);

const isHere = (to: string): boolean => new URL(to, window.location.href).href === window.location.href;

/** Gives every navigation a key; navigating to the current address replaces the history entry. */
const navigateWithKey: NonNullable<RouterOptions['aroundNav']> = (go, to, options) =>
  go(to, { replace: isHere(to), ...defined(options), state: newKey() });

const defined = (options: { replace?: boolean } = {}): { replace?: boolean } =>
  options.replace === undefined ? {} : { replace: options.replace };

export interface BrowserRouterProps {
  /** On the server: the address to render. */
  address?: { ssrPath: string; ssrSearch: string };
  /** On the server: receives the target of `<Redirect>`. */
  redirect?: { redirectTo?: string };
  children: ReactNode;
}

/** Router on the address bar. While the next page's chunk loads, the previous page stays; a change of the query alone shows at once. */
export function BrowserRouter({ address, redirect, children }: BrowserRouterProps) {
  const path = usePathname(address);
  const search = useSearch(address);
  const key = useHistoryState<string | null>();
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

/** Changes when the user navigates to the same page again, by a link or Back. */
export const useNavigationKey = (): string | null => useContext(PlaceContext).key;

/** The part of the address behind its #. */
export const useHash = (): string =>
  useLocationProperty(
    () => window.location.hash.slice(1),
    () => '',
  );
