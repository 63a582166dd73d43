/** What the build writes into the worker (scripts/build/worker.ts). */
export interface Release {
  /** Another one with every change of the pages. */
  readonly id: string;
  /** Of the page without any content, as `integrity` wants it: the server may have another release by now. */
  readonly shellHash: string;
  /** Under /assets: what clients and guests can come to, and with it what the owner can. */
  readonly files: { readonly client: readonly string[]; readonly owner: readonly string[] };
}

/** The page without any content, which every address begins with where the server does not answer. */
export const SHELL = '/index.html';

const PREFIX = 'lunula-';

/** `search`: of the worker's own address. */
export const roleIn = (search: string): keyof Release['files'] =>
  new URLSearchParams(search).get('za') === 'vlasnica' ? 'owner' : 'client';

export const cacheName = ({ id }: Release, role: keyof Release['files']): string => `${PREFIX}${role}-${id}`;

const OLDER_KEPT_COUNT = 3;

/**
 * The caches of other releases that nobody needs any more. `names`: oldest first. While pages are open that may be of an older
 * release, the last few stay.
 */
export function outdated(names: readonly string[], own: string, mayBeInUse: boolean): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== own);
  return mayBeInUse ? others.slice(0, -OLDER_KEPT_COUNT) : others;
}

/** Is this the address of a screen? The API and files are answered by the server alone. */
export const isScreen = (path: string): boolean => !/^\/api(\/|$)/.test(path) && !/\.[^/]*$/.test(path);

export const isAsset = (path: string): boolean => path.startsWith('/assets/');
