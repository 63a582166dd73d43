import { join } from 'node:path';
import { PUBLIC_PAGES } from './page-files.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const ENTRY = 'app/main.tsx';
const ON_EVERY_PAGE = [ENTRY, 'stand-ins/icon.ts', 'stand-ins/fetch-chunk.ts'];

/** Modules that visitors and clients load only after the first render of a public page. */
const AFTERWARDS = [
  'app/phone-popup.tsx',
  'booking/booked-view.tsx',
  'booking/confirm-dialog.tsx',
  'booking/move/move-page.tsx',
  'booking/service-sheet.tsx',
  'booking/share-dialog.tsx',
  'booking/waiting-days.tsx',
  'booking/waitlist.tsx',
  'guest-links/guest-links.tsx',
  'home/client-home.tsx',
  'my-appointments/my-appointments-page.tsx',
];

/**
 * Matches the paths of modules outside the feature folders, and of what such modules import: icons and the phone
 * rules.
 */
const PLAIN =
  /^(ui|lib)\/(?!appointment\/(?:free-days|offers))|\/lucide-react\/|\/src\/domain\/clients\/phone\.ts$/;

const LIBRARIES =
  /\/node_modules\/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|@tanstack\/(?:react-query|query-core))\//;

/**
 * Returns a module with its direct and indirect imports. Does not follow imports inside npm packages, because the
 * index file of a package imports all its files, also unused ones.
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
 * Returns the name of a module's chunk. `pages`: the public pages that need the module. `isPlain`: the module is
 * outside the feature folders. The chunks have this order: a page's own chunk, `accounts`, `forms`, `prices`, `app`.
 * A chunk imports only later ones, because every page that needs a module also needs the module's imports.
 */
export function chunkOf(pages: ReadonlySet<string>, isPlain: boolean): string | null {
  if (pages.size === 0) return null;
  const [only = ''] = pages;
  if (pages.has('home') || pages.has('services')) {
    if (pages.size === 1) return only;
    return [...pages].every((page) => page === 'home' || page === 'services') ? 'prices' : 'app';
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

/**
 * Returns the shared chunk for a module that no public page imports, but several modules of `AFTERWARDS` do. Otherwise
 * null, which lets the bundler choose the chunk.
 */
function chunkAfterwards(source: string, { afterwards }: Reaches, id: string): string | null {
  if (afterwards.filter(has(id)).length < 2) return null;
  if (source.startsWith('ui/') || id.includes('/lucide-react/')) return 'parts';
  // a separate chunk, because the owner's pages need these modules too, but not the other modules that clients' pages share
  if (source.startsWith('technicians/')) return 'technicians';
  return source.startsWith('lib/') || source === id ? null : 'clients';
}

/**
 * Returns a function that names the chunk of each module, so that a public page loads at most six scripts.
 * docs/decisions/0019-bundle-chunks.md
 */
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
    // libraries have their own chunk, which stays the same across releases, so that browsers keep it in the cache
    if (LIBRARIES.test(id)) return 'libraries';
    if (reaches.everywhere.some(has(id))) return 'app';
    const pages = new Set(PAGES.filter((_, n) => reaches.pages[n]?.has(id)));
    return chunkOf(pages, PLAIN.test(source)) ?? chunkAfterwards(source, reaches, id);
  };
}
