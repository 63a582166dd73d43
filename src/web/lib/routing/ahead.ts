let isAhead = false;

export const isFetchingAhead = (): boolean => isAhead;

/** Calls `fetch` as a prefetch: a missing chunk then causes no page reload. `fetch` must request its chunks synchronously. */
export function fetchAhead(fetch: () => Promise<unknown>): Promise<unknown> {
  isAhead = true;
  try {
    return fetch();
  } finally {
    isAhead = false;
  }
}
