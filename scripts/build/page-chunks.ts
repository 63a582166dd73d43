import { join } from 'node:path';
import { PUBLIC_PAGES } from './page-files.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const ENTRY = 'app/main.tsx';
const ON_EVERY_PAGE = [ENTRY, 'stand-ins/icon.ts', 'stand-ins/fetch-chunk.ts'];

/** Modules that visitors and clients load later than a public page. */
const AFTERWARDS = [
  'app/phone-popup.tsx',
  'booking/booked-view.tsx',
  'booking/confirm-dialog.tsx',
  'booking/move/move-page.tsx',
  'booking/service-sheet.tsx',
  'booking/share-dialog.tsx',
  'booking/waiting-days.tsx',
  'booking/waitlist.tsx',
  'guest-links/guest-link-page.tsx',
  'guest-links/guest-tickets-page.tsx',
  'guest-links/kept-tickets.tsx',
  'home/client-home.tsx',
  'my-appointments/my-appointments-page.tsx',
];

/**
 * Matches modules outside of feature folders, and the icons and phone rules that they import: a chunk must not import
 * a chunk of fewer pages.
 */
const PLAIN = /^(ui|lib)\/(?!appointment\/free-days)|\/lucide-react\/|\/src\/domain\/clients\/phone\.ts$/;

const LIBRARIES =
  /\/node_modules\/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|@tanstack\/(?:react-query|query-core))\//;

/**
 * Returns a module and everything that it imports, directly or not. Does not follow imports of npm packages: the index file of a package
 * imports all its files, also unused files.
 */
function reachOf(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>();
  const take = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    if (!id.includes('/node_modules/')) graph.getModuleInfo(id)?.importedIds.forEach(take);
  };
  take(start);
  return seen;
}

/**
 * Returns the chunk of a module, by the public pages that need it. At least the same pages need the imports of a
 * module, so chunks import each other in one direction only: first a page's own chunk, then `accounts`, then `forms`
 * or `prices`, then `app`. `isPlain`: the module is outside of the feature folders.
 */
export function chunkOf(pages: ReadonlySet<string>, isPlain: boolean): string | null {
  if (pages.size === 0) return null;
  const [only = ''] = pages;
  if (pages.has('home') || pages.has('services')) {
    if (pages.has('booking')) return 'app';
    return pages.size === 1 ? only : 'prices';
  }
  if (isPlain && (pages.size > 1 || only === 'booking')) return 'forms';
  if (!pages.has('booking')) return 'accounts';
  return pages.size === 1 ? only : 'forms';
}

interface Reaches {
  everywhere: readonly ReadonlySet<string>[];
  pages: readonly ReadonlySet<string>[];
  afterwards: readonly ReadonlySet<string>[];
}

const PAGES = Object.keys(PUBLIC_PAGES);

const has = (id: string) => (modules: ReadonlySet<string>) => modules.has(id);

/** Returns the chunk of a module that no public page needs but several later pages share; null leaves the choice to the bundler. */
function chunkAfterwards(source: string, { afterwards }: Reaches, id: string): string | null {
  if (afterwards.filter(has(id)).length < 2) return null;
  if (source.startsWith('ui/') || id.includes('/lucide-react/')) return 'parts';
  if (source.startsWith('technicians/')) return 'technicians'; // the only shared modules of clients' pages that the owner's pages need
  return source.startsWith('lib/') || source === id ? null : 'clients';
}

/** Names the chunks of public pages (at most six scripts each) and of later pages. docs/decisions/0019-bundle-chunks.md */
export function pageChunks(web: string): (id: string, graph: ModuleGraph) => string | null {
  let known: Reaches | undefined;
  const reachesIn = (graph: ModuleGraph): Reaches => {
    const all = (files: readonly string[]) => files.map((file) => reachOf(join(web, file), graph));
    return {
      everywhere: all(ON_EVERY_PAGE),
      pages: all(Object.values(PUBLIC_PAGES)),
      afterwards: all(AFTERWARDS),
    };
  };
  return (id, graph) => {
    known ??= reachesIn(graph);
    const reaches = known;
    const source = id.startsWith(join(web, '/')) ? id.slice(join(web, '/').length) : id;
    if (id.endsWith('.css') || source === ENTRY) return null;
    if (LIBRARIES.test(id)) return 'libraries'; // libraries are a chunk of their own, which browsers cache across releases
    if (reaches.everywhere.some(has(id))) return 'app';
    const pages = new Set(PAGES.filter((_, n) => reaches.pages[n]?.has(id)));
    return chunkOf(pages, PLAIN.test(source)) ?? chunkAfterwards(source, reaches, id);
  };
}
