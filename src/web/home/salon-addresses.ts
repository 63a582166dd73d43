export interface SocialLink {
  href: string;
  title: string;
  /** '@lunula.nokti', where the address has one. */
  handle: string | undefined;
}

const TITLES: readonly (readonly [host: string, title: string])[] = [
  ['instagram.com', 'Naši radovi na Instagramu'],
  ['facebook.com', 'Pratite nas na Facebooku'],
  ['tiktok.com', 'Pratite nas na TikToku'],
];

/** How the salon's social link is shown; null for none, and for what is no web address. */
export function socialLink(address: string | null): SocialLink | null {
  if (!address || !URL.canParse(address)) return null;
  const { href, protocol, hostname, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const title = TITLES.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1];
  const name = pathname.split('/')[1]?.replace(/^@/, '');
  return { href, title: title ?? 'Pratite nas', handle: name ? `@${name}` : undefined };
}

/** Where a map shows the address. */
export const mapLink = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
