import type { Language } from '#domain/language/languages.ts';

/** The release that the service worker of a language caches; scripts/build/worker.ts writes it into the file. */
export interface Release {
  readonly language: Language;
  /** The title of a push that cannot be read. */
  readonly unreadable: string;
  /** The path of the empty page (shell), served for the URL of every page when the server does not respond. */
  readonly shell: string;
  /** Identifies the release; changes whenever the pages change. */
  readonly id: string;
  /** The subresource integrity hash of the shell: rejects the shell of another release. */
  readonly shellHash: string;
  /** The files under /assets by role: all files for the owner; for clients and guests those that their pages load. */
  readonly files: { readonly client: readonly string[]; readonly owner: readonly string[] };
}

/** The title of an unreadable push in Serbian; the build writes it in each worker's language. */
export const UNREADABLE_TITLE = 'Novo obaveštenje';

const PREFIX = 'lunula-';

/** Returns the role for which a service worker was registered: a parameter in the URL of its script. */
export const roleIn = (search: string): keyof Release['files'] =>
  new URLSearchParams(search).get('za') === 'vlasnica' ? 'owner' : 'client';

export const cacheName = ({ id }: Pick<Release, 'id'>, role: keyof Release['files']): string =>
  `${PREFIX}${role}-${id}`;

const OLDER_KEPT_COUNT = 3;

/** Returns which of the caches `names` (oldest first) to delete: all of other releases, except the newest few while open pages may need them. */
export function outdated(names: readonly string[], own: string, mayBeInUse: boolean): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== own);
  return mayBeInUse ? others.slice(0, -OLDER_KEPT_COUNT) : others;
}

/** Whether the path belongs to a page, not to the API or a file. */
export const isScreen = (path: string): boolean => !/^\/api(\/|$)/.test(path) && !/\.[^/]*$/.test(path);

export const isAsset = (path: string): boolean => path.startsWith('/assets/');
