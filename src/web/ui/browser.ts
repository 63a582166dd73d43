import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Does a media query match? No where there is no browser. */
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

/** A desktop's room. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');

const TABLE_REM = 48;

/** Lists are tables on desktops and cards on phones, and where the text is so large that a table would break its words. */
export function useHasRoomForTable(): boolean {
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)); // a media query's own rem knows nothing of the page's text
  return useMedia(`(min-width: ${TABLE_REM * remPx}px)`);
}

/** Room for more than one column of the admin's. */
export const useIsDesktop = (): boolean => useMedia('(min-width: 68.75rem)');

/** A mouse rather than a finger. */
export const useHasMouse = (): boolean => useMedia('(pointer: fine)');

/** A finger rather than a mouse. */
export const useHasFinger = (): boolean => useMedia('(pointer: coarse)');

/** The value as it was when it last stood still for so long. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

const FORGET_AFTER_MS = 60_000; // a phone may ask first where to put it

export interface SavedFile {
  name: string;
  /** 'text/csv' */
  type: string;
  text: string;
}

/** Hands a text to the browser as a file. */
export const saveFile = ({ name, type, text }: SavedFile): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}
