import { isFetchingAhead } from '../lib/routing/ahead.ts';

const requested = new Map<string, Promise<void>>();

const isLoaded = (file: string): boolean => document.querySelector(`link[href="/${file}"]`) !== null;

const addStyles = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = `/${file}`;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // the next call must add a new <link>: `isLoaded` cannot tell a failed one from a loaded one
      reject(new Error(`${file} could not be fetched.`));
    };
    document.head.append(link);
  });

function once(file: string): Promise<void> {
  const styles = requested.get(file) ?? (isLoaded(file) ? Promise.resolve() : addStyles(file));
  requested.set(file, styles);
  styles.catch(() => requested.delete(file)); // after a failure, the next call loads the file again
  return styles;
}

/**
 * Loads a chunk with its stylesheets, for each `import()`. A failure triggers `reloadOnMissingChunk` (src/web/lib/routing/lazy-page.tsx),
 * except for prefetches. Replaces Vite's own helper, because that is 0.4 kB larger and treats a failed stylesheet as loaded.
 */
async function fetchChunk<T>(load: () => Promise<T>, styles: readonly string[] = []): Promise<T> {
  const isPrefetch = isFetchingAhead();
  try {
    const [chunk] = await Promise.all([load(), ...styles.map(once)]);
    return chunk;
  } catch (error) {
    if (isPrefetch || window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))) throw error;
    return new Promise(() => undefined); // never resolves, because the page is being reloaded
  }
}

export { fetchChunk as __vitePreload };
