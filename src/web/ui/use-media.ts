import { useCallback, useSyncExternalStore } from 'react';

/** Does the browser answer yes to a media query? No until it is asked. */
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

/** A desktop's room: lists are tables there and cards on phones. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');

/** A mouse rather than a finger. */
export const useHasMouse = (): boolean => useMedia('(pointer: fine)');
