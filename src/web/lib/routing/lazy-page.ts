import { type ComponentType, lazy, useState } from 'react';
import { storageOf } from '../session/storage.ts';

/** A page or another large component in its own chunk. */
export interface LazyPage<Props> {
  /** Loads the chunk before it is rendered. */
  readonly fetch: () => Promise<void>;
  /** The component if it is loaded, else one that suspends. */
  readonly component: () => ComponentType<Props>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Number of chunks that rendered components wait for. */
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

/** Any other page; loads all-pages.css first. docs/decisions/0017-two-stylesheets.md */
export const lazyPage = <Props>(load: Load<Props>): LazyPage<Props> =>
  lazyPublicPage(async () => (await Promise.all([import('../../all-pages.css'), load()]))[1]);

/**
 * The component to render. A loaded one renders at once: `lazy` alone would show a skeleton, which React keeps for a while. Chosen on
 * the first render only, because replacing the component would lose its state.
 */
export const useLazyPage = <Props>({ component }: LazyPage<Props>): ComponentType<Props> =>
  useState(component)[0];

const RELOADED_AT_KEY = 'reloaded-at'; // also in app/early.ts
const RELOAD_ONCE_IN_MS = 60_000;

let isPrefetching = false;

/**
 * Reloads the page when it needs a chunk that a new release has removed. At most once a minute, so that a permanently missing chunk
 * ends in the error boundary instead of a loop.
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
    return; // loaded again when it is needed
  } finally {
    isPrefetching = false;
  }
}
