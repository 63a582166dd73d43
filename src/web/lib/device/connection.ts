import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { errorStatus } from '../errors.ts';

const PROBE_TIMEOUT_MS = 5000;

const FAILURES: readonly string[] = ['failed', 'error'];

/** Does the server answer, whatever it says? */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch('/api/ready', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false; // this is what was to be found out
  }
}

/**
 * Finds out whether a request without an answer was the network's fault. What shows that, and finds out when it is back, is
 * app/offline-note.tsx.
 */
export function watchConnection(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || isOffline()) return;
    isLooking = true;
    if (!(await isServerReachable())) setOffline(true);
    isLooking = false;
  };
  const onFailure = (error: unknown): void => {
    if (errorStatus(error) === 0) void look();
  };
  const queries = client.getQueryCache();
  const stops = [
    queries.subscribe((event) => {
      if (event.type === 'updated' && FAILURES.includes(event.action.type))
        onFailure(event.query.state.fetchFailureReason);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error);
    }),
  ];
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  const stayHere = (event: Event): void => {
    if (isOffline() || !navigator.onLine) event.stopImmediatePropagation();
  };
  // before lib/routing/lazy-page.ts loads the page anew: without a network nothing would come in its place
  window.addEventListener('vite:preloadError', stayHere, { capture: true, signal: over });
  window.addEventListener('offline', () => setOffline(true), { signal: over });
  if (!navigator.onLine) setOffline(true);
  for (const { state } of queries.getAll()) onFailure(state.fetchFailureReason);
}

let isLost = false;
const listeners = new Set<() => void>();

export function setOffline(is: boolean): void {
  if (is === isLost) return;
  isLost = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const isOffline = (): boolean => isLost;

/** Is there no network, or no server behind it? */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);
