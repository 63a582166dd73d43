const asked = new Map<string, Promise<void>>();

function askFor(file: string): Promise<void> {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
  if (!isStyle) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${file} could not be fetched.`));
  });
}

const isThere = (file: string): boolean => document.querySelector(`link[href="/${file}"]`) !== null;

function once(file: string): Promise<void> {
  const fetched = asked.get(file) ?? (isThere(file) ? Promise.resolve() : askFor(file));
  asked.set(file, fetched);
  fetched.catch(() => asked.delete(file)); // asked for again by whoever needs it next
  return fetched;
}

/**
 * What the build puts around each `import()`: the files that the chunk stands on are asked for beside it, styles stand before it
 * runs. A failure is told to `reloadOnMissingChunk` of src/web/lib/lazy-page.ts. Vite's own does this for older browsers too, in
 * four times the bytes.
 */
async function fetchChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T | undefined> {
  try {
    const [chunk] = await Promise.all([load(), ...files.map(once)]);
    return chunk;
  } catch (error) {
    const told = new Event('vite:preloadError', { cancelable: true });
    if (window.dispatchEvent(told)) throw error;
    return undefined;
  }
}

export { fetchChunk as __vitePreload };
