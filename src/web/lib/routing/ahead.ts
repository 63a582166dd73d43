let isAhead = false;

export const isFetchingAhead = (): boolean => isAhead;

/** Calls `fetch` as a prefetch: if a chunk that `fetch` requests synchronously fails, the promise rejects without a page reload. */
export function fetchAhead(fetch: () => Promise<unknown>): Promise<unknown> {
  isAhead = true;
  try {
    return fetch();
  } finally {
    isAhead = false;
  }
}
