import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { frame, type WidthRem } from './frame.ts';

const RAIL_REM: WidthRem = 64;

export const matches = (query: string): boolean => window.matchMedia(query).matches;
export const minWidth = (rem: WidthRem): string => `(min-width:${rem}rem)`;

export function useMedia(query: string): boolean {
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
    () => matches(query),
    () => import.meta.env.SSR && frame.isOn && matches(query),
  );
}

export const useIsWide = (): boolean => useMedia(minWidth(48));

/** Whether the navigation is a rail on the left instead of a bar at the bottom. */
export const useIsRail = (): boolean => useMedia(minWidth(RAIL_REM));
export const isRail = (): boolean => matches(minWidth(RAIL_REM));

export const useHasFinger = (): boolean => useMedia('(pointer:coarse)');

/** Returns the value once it has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
