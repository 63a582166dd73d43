let isAhead = false;

export const isFetchingAhead = (): boolean => isAhead;

/** Calls `fetch` as a prefetch: if a chunk that it requests synchronously fails, it rejects without a reload. */
export function fetchAhead(fetch: () => Promise<unknown>): Promise<unknown> {
  isAhead = true;
  try {
    return fetch();
  } finally {
    isAhead = false;
  }
}
