let isAhead = false;

export const isFetchingAhead = (): boolean => isAhead;

/** Calls `fetch`. The chunks that it requests synchronously are prefetched: a failure rejects and does not reload the page. */
export function fetchAhead(fetch: () => Promise<unknown>): Promise<unknown> {
  isAhead = true;
  try {
    return fetch();
  } finally {
    isAhead = false;
  }
}
