import type { QueryClient } from '@tanstack/react-query';
import { errorStatus } from '../api.ts';
import { currentOutage, setOutage } from '../outage.ts';

const PROBE_TIMEOUT_MS = 5000;
const SERVER_ERRORS = 500;

const FAILURES: readonly string[] = ['failed', 'error'];

/** Whether the server is ready. A response is not enough: a proxy in front of a stopped server responds with 502 or 503. */
export async function isServerReady(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return (await fetch('/api/ready', { cache: 'no-store', signal })).status < SERVER_ERRORS;
  } catch {
    return false;
  }
}

/** Probes the server after a failed request and records an outage; app/offline-note.tsx repeats the probe. */
export function watchConnection(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  let isProbing = false;
  const probe = async (): Promise<void> => {
    if (isProbing || currentOutage()) return;
    isProbing = true;
    if (!(await isServerReady())) setOutage(true);
    isProbing = false;
  };
  const onFailure = (error: unknown): void => {
    const status = errorStatus(error);
    if (status === 0 || (status ?? 0) >= SERVER_ERRORS) void probe();
  };
  const queries = client.getQueryCache();
  const stops = [
    queries.subscribe((event) => {
      if (event.type === 'updated' && FAILURES.includes(event.action.type))
        onFailure(event.query.state.fetchFailureReason);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && FAILURES.includes(event.action.type))
        onFailure(event.mutation.state.failureReason);
    }),
  ];
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  window.addEventListener('offline', () => setOutage(true), { signal: over });
  if (!navigator.onLine) setOutage(true);
  for (const { state } of queries.getAll()) onFailure(state.fetchFailureReason);
}
