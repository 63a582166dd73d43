import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { errorStatus } from '../errors.ts';

const PROBE_TIMEOUT_MS = 5000;

const FAILURES: readonly string[] = ['failed', 'error'];

/** Whether the server responds at all; any status counts. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch('/api/ready', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

/** Probes the server when a request got no response, and sets `useIsOffline`. Once offline, app/offline-note.tsx repeats the probe. */
export function watchConnection(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  let isProbing = false;
  const probe = async (): Promise<void> => {
    if (isProbing || isOffline()) return;
    isProbing = true;
    if (!(await isServerReachable())) setOffline(true);
    isProbing = false;
  };
  const onFailure = (error: unknown): void => {
    if (errorStatus(error) === 0) void probe();
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
  const preventReload = (event: Event): void => {
    if (isOffline() || !navigator.onLine) event.stopImmediatePropagation();
  };
  // runs first: without a network, the reload in lib/routing/lazy-page.ts would fail
  window.addEventListener('vite:preloadError', preventReload, { capture: true, signal: over });
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

/** Whether the server is unreachable. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);
