import { type ComponentType, lazy, useState } from 'react';
import { currentSession } from './session.ts';

/** A page, or another large component, in a chunk of its own. */
export interface LazyPage<Props> {
  /** Fetches it before it is shown. */
  readonly fetch: () => Promise<void>;
  /** Itself if it was fetched, else what suspends until then. */
  readonly component: () => ComponentType<Props>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A public page: what it shows first has its styles in the entry. */
export function lazyPublicPage<Props>(load: Load<Props>): LazyPage<Props> {
  const Suspending = lazy(load) as unknown as ComponentType<Props>;
  let fetched: ComponentType<Props> | null = null;
  return {
    fetch: async () => {
      fetched = (await load()).default;
    },
    component: () => fetched ?? Suspending,
  };
}

let hasOwnersStyles = false;

/** Those of all pages. */
function ownersStyles(): Promise<unknown> {
  hasOwnersStyles = true;
  return import('../owner.css');
}

/** Once the owner's are there those of clients, which they hold, must not come after them. */
const clientsStyles = (): Promise<unknown> =>
  hasOwnersStyles || currentSession()?.role === 'ADMIN' ? ownersStyles() : import('../clients.css');

/** The styles are asked for first, so that a page's own come after them. */
const withStyles = <Props>(styles: () => Promise<unknown>, load: Load<Props>): LazyPage<Props> =>
  lazyPublicPage(async () => (await Promise.all([styles(), load()]))[1]);

/** What visitors and clients come to from a public page. docs/decisions/0017-three-stylesheets.md */
export const lazyPage = <Props>(load: Load<Props>): LazyPage<Props> => withStyles(clientsStyles, load);

/** A page of the owner's. */
export const lazyOwnerPage = <Props>(load: Load<Props>): LazyPage<Props> => withStyles(ownersStyles, load);

/**
 * The component to show. One that was fetched renders at once: `lazy` alone would show its skeleton, and React keeps a skeleton
 * for a while. Chosen once, for another component in its place would lose what was typed.
 */
export const useLazyPage = <Props>({ component }: LazyPage<Props>): ComponentType<Props> =>
  useState(component)[0];

const RELOADED_AT_KEY = 'reloaded-at';
const RELOAD_ONCE_IN_MS = 60_000;

let isPrefetching = false;

/**
 * After an update of the server the open page needs chunks that are gone: it is loaded again, once a minute at most, so that a
 * chunk that is really missing ends in the error boundary and not in a loop.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isPrefetching) return;
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (Date.now() - last < RELOAD_ONCE_IN_MS) return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}

/** Fetches what may be needed next, one after the other. A failure is ignored: the user misses nothing yet. */
export async function prefetch(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  isPrefetching = true;
  try {
    for (const fetch of fetches) await fetch();
  } catch {
    return; // fetched again when it is needed
  } finally {
    isPrefetching = false;
  }
}
