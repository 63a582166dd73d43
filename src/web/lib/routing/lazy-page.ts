import { type ComponentType, lazy, useState } from 'react';
import { storageOf } from '../session/storage.ts';

/** A page, or another large component, in a chunk of its own. */
export interface LazyPage<Props> {
  /** Fetches it before it is shown. */
  readonly fetch: () => Promise<void>;
  /** The component if it was fetched, else one that suspends until then. */
  readonly component: () => ComponentType<Props>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** How many chunks a component on the screen waits for. */
let awaitedCount = 0;

async function awaited<T>(load: () => Promise<T>): Promise<T> {
  awaitedCount++;
  try {
    return await load();
  } finally {
    awaitedCount--;
  }
}

/** A public page: the styles of its first screen are in the entry. */
export function lazyPublicPage<Props>(load: Load<Props>): LazyPage<Props> {
  const Suspending = lazy(() => awaited(load)) as unknown as ComponentType<Props>;
  let fetched: ComponentType<Props> | null = null;
  return {
    fetch: async () => {
      fetched = (await load()).default;
    },
    component: () => fetched ?? Suspending,
  };
}

/** Any other page. Its own styles must come after those of all pages. docs/decisions/0017-two-stylesheets.md */
export const lazyPage = <Props>(load: Load<Props>): LazyPage<Props> =>
  lazyPublicPage(async () => (await Promise.all([import('../../all-pages.css'), load()]))[1]);

/**
 * The component to show. One that was fetched renders at once: `lazy` alone would show its skeleton, and React keeps a skeleton
 * for a while. Chosen once, for another component in its place would lose what was typed.
 */
export const useLazyPage = <Props>({ component }: LazyPage<Props>): ComponentType<Props> =>
  useState(component)[0];

const RELOADED_AT_KEY = 'reloaded-at'; // app/early.ts has the same
const RELOAD_ONCE_IN_MS = 60_000;

let isPrefetching = false;

/**
 * Reloads the page when a chunk is missing that it needs now: after an update of the server the chunks of an open page are gone. At
 * most once a minute, so that a chunk that is really missing ends in the error boundary and not in a loop.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isPrefetching && awaitedCount === 0) return;
    const storage = storageOf('sessionStorage');
    if (!storage || Date.now() - Number(storage.getItem(RELOADED_AT_KEY)) < RELOAD_ONCE_IN_MS) return;
    storage.setItem(RELOADED_AT_KEY, String(Date.now()));
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
