import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react';
import { frame } from '../../ui/frame.ts';
import { currentOutage } from '../outage.ts';
import { storageOf } from '../session/storage.ts';
import { fetchAhead } from './ahead.ts';

export interface LazyPage<Props> {
  readonly fetch: () => Promise<void>;
  /** Returns the component if its chunk is loaded, otherwise a component that suspends. */
  readonly component: () => ComponentType<Props>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A public page that loads lazily. It has no stylesheet of its own: the entry's stylesheet contains what its first screen needs. */
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

/** A lazy dialog or a lazy page that is not public. Adds all-pages.css. docs/decisions/0017-two-stylesheets.md */
export const lazyPage = <Props,>(load: Load<Props>): LazyPage<Props> =>
  lazyPublicPage(async () => (await Promise.all([import('../../all-pages.css'), load()]))[1]);

/** Renders a lazy page. Must be inside a Suspense. */
export function Lazy<Props extends object>({ page, props }: { page: LazyPage<Props>; props: Props }) {
  const Page = useMemo(() => page.component(), [page]); // chosen once: another component would remount the page and lose its state
  return <Page {...props} />;
}

const RELOADED_AT_KEY = 'reloaded-at'; // app/early.ts uses the same key of the session storage
const RELOAD_ONCE_IN_MS = 60_000;
const LEAVING_MS = 30_000;

/**
 * Reloads the page when it needs a chunk that a new release has removed. At most once a minute, so that a chunk that is always missing
 * leads to the error boundary instead of a loop. Never during an outage, and never while the user leaves the page: browsers abort the
 * page's requests then, and a reload would cancel the navigation.
 */
export function reloadOnMissingChunk(): void {
  let leftAtMs = Number.NEGATIVE_INFINITY;
  for (const kind of ['beforeunload', 'pagehide'])
    window.addEventListener(kind, () => {
      leftAtMs = Date.now();
    });
  window.addEventListener('vite:preloadError', (event) => {
    const nowMs = Date.now();
    if (nowMs - leftAtMs < LEAVING_MS || currentOutage()) return;
    const storage = storageOf('sessionStorage');
    if (!storage || nowMs - Number(storage.getItem(RELOADED_AT_KEY)) < RELOAD_ONCE_IN_MS) return;
    storage.setItem(RELOADED_AT_KEY, String(nowMs));
    event.preventDefault();
    window.location.reload();
  });
}

declare global {
  interface Navigator {
    /** The network information API, which Firefox and Safari lack. */
    readonly connection?: { readonly saveData: boolean; readonly effectiveType: string };
  }
}

function isMetered(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {};
  return saveData === true || /[23]g/.test(effectiveType ?? '');
}

/** Prefetches chunks one by one, on a metered connection only the first. Ignores failures: pages request the chunk again. */
export async function prefetch(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  try {
    for (const fetch of isMetered() ? fetches.slice(0, 1) : fetches) await fetchAhead(fetch);
  } catch {
    return;
  }
}

const never = () => () => undefined;

interface LazyPartProps<Props> {
  part: LazyPage<Props>;
  props: Props;
  fallback?: ReactNode;
}

/** A part of a page, or a dialog, in its own chunk. The server renders the fallback: it does not wait for chunks. */
export function LazyPart<Props extends object>({ part, props, fallback }: LazyPartProps<Props>) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => import.meta.env.SSR && frame.isOn,
  );
  if (!isInBrowser) return fallback;
  return (
    <Suspense fallback={fallback}>
      <Lazy page={part} props={props} />
    </Suspense>
  );
}
