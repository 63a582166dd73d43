/** Written into the service worker by scripts/build/worker.ts. */
export interface Release {
  /** Changes with every change of the pages. */
  readonly id: string;
  /** Subresource integrity hash of the shell: the server may already have another release. */
  readonly shellHash: string;
  /** Files under /assets: those that clients and guests can reach, and all files. */
  readonly files: { readonly client: readonly string[]; readonly owner: readonly string[] };
}

/** The empty page, served for every address when the server does not respond. */
export const SHELL = '/index.html';

const PREFIX = 'lunula-';

/** `search` is the query of the service worker's URL. */
export const roleIn = (search: string): keyof Release['files'] =>
  new URLSearchParams(search).get('za') === 'vlasnica' ? 'owner' : 'client';

export const cacheName = ({ id }: Release, role: keyof Release['files']): string => `${PREFIX}${role}-${id}`;

const OLDER_KEPT_COUNT = 3;

/** The caches of other releases to delete. `names` is oldest first. Keeps the last few while open pages may be of an older release. */
export function outdated(names: readonly string[], own: string, mayBeInUse: boolean): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== own);
  return mayBeInUse ? others.slice(0, -OLDER_KEPT_COUNT) : others;
}

/** Whether the path is a screen, neither the API nor a file. */
export const isScreen = (path: string): boolean => !/^\/api(\/|$)/.test(path) && !/\.[^/]*$/.test(path);

export const isAsset = (path: string): boolean => path.startsWith('/assets/');
