import { type ComponentType, lazy, useState } from 'react';
import { storageOf } from '../session/storage.ts';

/** A page or another large component in its own chunk. */
export interface LazyPage<Props> {
  /** Loads the chunk in advance. */
  readonly fetch: () => Promise<void>;
  /** Returns the component if its chunk is loaded, otherwise one that suspends. */
  readonly component: () => ComponentType<Props>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Number of chunks that are loading for components on the screen. */
let awaitedCount = 0;

async function awaited<T>(load: () => Promise<T>): Promise<T> {
  awaitedCount++;
  try {
    return await load();
  } finally {
    awaitedCount--;
  }
}

/** A lazy public page. Needs no further stylesheet: the entry contains the styles of its first screen. */
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

/** A lazy page that is not public, or a dialog. Loads all-pages.css first. docs/decisions/0017-two-stylesheets.md */
export const lazyPage = <Props>(load: Load<Props>): LazyPage<Props> =>
  lazyPublicPage(async () => (await Promise.all([import('../../all-pages.css'), load()]))[1]);

/**
 * The component to render. A loaded one renders at once; `lazy` alone would show a skeleton, which React keeps for a while. The first
 * render decides, because a later replacement would lose the component's state.
 */
export const useLazyPage = <Props>({ component }: LazyPage<Props>): ComponentType<Props> =>
  useState(component)[0];

const RELOADED_AT_KEY = 'reloaded-at'; // also in app/early.ts
const RELOAD_ONCE_IN_MS = 60_000;

let isPrefetching = false;

/**
 * Reloads the page when it needs a chunk that a new release has removed. At most once a minute, so that a chunk that is always missing
 * leads to the error boundary instead of a loop.
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

/** Prefetches one chunk after another. Ignores failures. */
export async function prefetch(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  isPrefetching = true;
  try {
    for (const fetch of fetches) await fetch();
  } catch {
    return; // the chunk is requested again when a page needs it
  } finally {
    isPrefetching = false;
  }
}
