import type { QueryClient } from '@tanstack/react-query';
import { refreshBy } from './refresh.ts';
import { eventStream } from './stream.ts';

const HIDDEN_MS = 10_000;

/**
 * Follows the salon's events, and fetches again what they concern. A page that is hidden for long leaves the stream, and so does one
 * that the browser keeps for a step back. Without one, each query is fetched again as it always was.
 * docs/spec/behaviour.md §13
 */
export function followEvents(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  const refreshing = refreshBy(client, over);
  const { connect, disconnect } = eventStream(refreshing.onEvent);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const onFront = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') connect();
    else leaving = setTimeout(disconnect, HIDDEN_MS);
  };
  const options = { signal: over };
  document.addEventListener('visibilitychange', onFront, options);
  window.addEventListener('pageshow', onFront, options);
  window.addEventListener('online', onFront, options);
  window.addEventListener('pagehide', disconnect, options);
  over.addEventListener('abort', () => {
    clearTimeout(leaving);
    disconnect();
  });
  onFront();
}
