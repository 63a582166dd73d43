import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');

/** Whether the navigation is a rail on the left instead of a bar at the bottom. */
export const useIsRail = (): boolean => useMedia('(min-width: 64rem)');

export const useHasRoomForPanel = (): boolean => useMedia('(min-width: 80rem)');

/** Whether the screen is wide enough for several columns on the owner's pages. */
export const useIsDesktop = (): boolean => useMedia('(min-width: 68.75rem)');

export const useHasMouse = (): boolean => useMedia('(pointer: fine)');

export const useHasFinger = (): boolean => useMedia('(pointer: coarse)');

/** Returns the value once it has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
