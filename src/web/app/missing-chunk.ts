const KEY = 'reloaded-at';
const ONCE_IN_MS = 60_000;

let isAhead = false;

/**
 * After an update of the server the open page asks for chunks that are gone: it is loaded again, once a minute at most, so
 * that a chunk that is really missing ends in the error boundary and not in a circle.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isAhead) return;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}

/** Brings what may be needed next, one after the other. Where that fails nobody has missed anything yet: it is left alone. */
export async function fetchAhead(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  isAhead = true;
  try {
    for (const fetch of fetches) await fetch();
  } catch {
    return; // asked for again when it is needed
  } finally {
    isAhead = false;
  }
}
