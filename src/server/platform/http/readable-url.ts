const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // there is no other way to ask
  }
};

/**
 * An address that cannot be decoded is an unknown one. The router would answer it before any hook has run, without the
 * headers that every answer has; so it gets the name of a path that does not exist.
 */
export function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%')) return url;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (isDecodable(path)) return url;
  return /^\/+(api|assets)(\/|$)/.test(path) ? '/api/-' : '/-';
}
