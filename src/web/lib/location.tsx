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
  /** A new one with every navigation; null where the browser came by itself. */
  key: string | null;
}

const PlaceContext = createContext<Place>({ path: '/', search: '', key: null });

const useShownPath: NonNullable<RouterOptions['hook']> = () => [useContext(PlaceContext).path, navigate];
const useShownSearch = (): string => useContext(PlaceContext).search;

const newKey = (): string => Math.random().toString(36).slice(2);

const isHere = (to: string): boolean => new URL(to, window.location.href).href === window.location.href;

/** Every navigation has a key; one to where the user is already adds no step to go back. */
const navigateWithKey: NonNullable<RouterOptions['aroundNav']> = (go, to, options) =>
  go(to, { replace: isHere(to), ...defined(options), state: newKey() });

const defined = (options: { replace?: boolean } = {}): { replace?: boolean } =>
  options.replace === undefined ? {} : { replace: options.replace };

export interface BrowserRouterProps {
  /** Where there is no address bar: the server renders the page of this address. */
  address?: { ssrPath: string; ssrSearch: string };
  /** There it is told where a page leads that shows nothing itself. */
  leading?: { redirectTo?: string };
  children: ReactNode;
}

/**
 * The address bar as the place that is shown. A page whose chunk is still on its way leaves the one before it on the screen; a
 * change of the query alone is shown at once.
 */
export function BrowserRouter({ address, leading, children }: BrowserRouterProps) {
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
        {...(leading && { ssrContext: leading })}
      >
        {children}
      </Router>
    </PlaceContext>
  );
}

/** Changes when the user comes to the same page again, by a link or a step back. */
export const useNavigationKey = (): string | null => useContext(PlaceContext).key;

/** The part of the address behind its #. */
export const useHash = (): string =>
  useLocationProperty(
    () => window.location.hash.slice(1),
    () => '',
  );
