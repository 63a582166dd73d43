import type { Language } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';

/** The background color of the light design (docs/spec/design.md). */
const PAPER = '#fbf8f5';

/** The maximum length of a name that phones show completely under an app's icon. */
const SHORT_NAME_CHARACTERS = 12;

/** Shortens a name to the words that fit under an icon. Always keeps the first word. */
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
  everybody: () => [
    { name: t('Zakaži'), url: '/booking' },
    { name: t('Moji termini'), url: '/appointments' },
  ],
  owner: () => [
    { name: 'Kalendar', url: '/admin/calendar' },
    { name: 'Novi termin', url: '/admin/calendar?novi=1' },
    { name: 'Moji termini', url: '/appointments' },
  ],
};

/** The web manifest, with the same id for clients and the owner: both install one app. docs/spec/behaviour.md §15.1 */
export const webManifest = (salonName: string, reader: keyof typeof SHORTCUTS, lang: Language): string =>
  JSON.stringify({
    id: '/',
    name: salonName,
    short_name: shortName(salonName),
    description: t('Zakazivanje termina u salonu: izaberite dan i vreme koje vam odgovara.'),
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['beauty', 'lifestyle'],
    icons: ICONS,
    shortcuts: SHORTCUTS[reader](),
  });
