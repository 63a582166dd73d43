/** The colours of the design, light (docs/spec/design.md). */
const PAPER = '#fbf8f5';

/** Under an icon there is room for so many characters; phones cut what is longer wherever it ends. */
const SHORT_NAME_CHARACTERS = 12;

/** The whole words that fit under an icon, at least the first one. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  let short = first;
  for (const word of rest) {
    if (`${short} ${word}`.length > SHORT_NAME_CHARACTERS) break;
    short = `${short} ${word}`;
  }
  return short;
}

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const SHORTCUTS = {
  everybody: [
    { name: 'Zakaži', url: '/booking' },
    { name: 'Moji termini', url: '/appointments' },
  ],
  owner: [
    { name: 'Kalendar', url: '/admin/calendar' },
    { name: 'Novi termin', url: '/admin/calendar?novi=1' },
    { name: 'Moji termini', url: '/appointments' },
  ],
};

/** For whom the shortcuts are. */
export type ManifestReader = keyof typeof SHORTCUTS;

/**
 * What a phone keeps of the salon on its home screen: a name, icons, colours, shortcuts. The same app for everybody, so that an
 * owner who logs in goes on with the one that is there. docs/spec/behaviour.md §15.1
 */
export const webManifest = (salonName: string, reader: ManifestReader): string =>
  JSON.stringify({
    id: '/',
    name: salonName,
    short_name: shortName(salonName),
    description: 'Zakazivanje termina u salonu: izaberite dan i vreme koje vam odgovara.',
    lang: 'sr-Latn',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['beauty', 'lifestyle'],
    icons: ICONS,
    shortcuts: SHORTCUTS[reader],
  });
