import { useSyncExternalStore } from 'react';

let isLost = false;
const listeners = new Set<() => void>();

/** Told by watch-connection.ts. */
export function setOffline(is: boolean): void {
  if (is === isLost) return;
  isLost = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isOffline = (): boolean => isLost;

/** Is there no network, or no server behind it? */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);
