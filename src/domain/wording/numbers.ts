/** Numbers, prices and counted words as text, formatted by hand because browsers differ for sr-Latn. docs/spec/texts.md §4.1 */
/** The forms of a word after a number: one (1, 21), few (2-4, 22), many (0, 5-20, 25). */
export type CountedWord = readonly [one: string, few: string, many: string];

export const DAYS: CountedWord = ['dan', 'dana', 'dana'];
export const HOURS: CountedWord = ['sat', 'sata', 'sati'];
export const MINUTES: CountedWord = ['minut', 'minuta', 'minuta'];

const plural = new Intl.PluralRules('sr');

export function pluralForm(n: number, [one, few, many]: CountedWord): string {
  const form = plural.select(n);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}

/** A number with its word: '2 dana', '21 sat'. docs/spec/texts.md §4.1 */
export const counted = (n: number, word: CountedWord): string => `${formatNumber(n)} ${pluralForm(n, word)}`;

/** A number in Serbian notation: '2.500', '1.234,50'; by default none or two decimals. docs/spec/texts.md §4.1 */
export function formatNumber(n: number, decimals = Number.isInteger(Number(n.toFixed(2))) ? 0 : 2): string {
  const rounded = n.toFixed(decimals);
  const [whole = '', fraction] = Math.abs(Number(rounded)).toFixed(decimals).split('.');
  const sign = Number(rounded) < 0 ? '-' : '';
  const grouped = sign + whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Parses a typed number: '2500', '2.500', '1.234,50', '1234.5', '1 234'; null for other text. docs/spec/texts.md §4.1 */
export function numberTyped(text: string): number | null {
  const bare = text.replace(/\s/g, '');
  const isGrouped = bare.includes(',') || /^\d{1,3}(\.\d{3})+$/.test(bare);
  const plain = isGrouped ? bare.replaceAll('.', '').replace(',', '.') : bare;
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** A price in dinars: '2.500 din', or 'Cena na upit' without a price. docs/spec/product.md §2.2 */
export const priceText = (price: number | null): string =>
  price ? `${formatNumber(price)} din` : 'Cena na upit';

/** A service's duration: '60 min', or 'Trajanje po dogovoru' if unknown. docs/spec/product.md §2.15, docs/spec/texts.md §2.4 */
export const durationText = (minutes: number | null): string =>
  minutes === null ? 'Trajanje po dogovoru' : `${minutes} min`;

type ListedService = { name: string; duration_minutes: number | null; price: number };

export const serviceInList = ({ name, duration_minutes, price }: ListedService): string =>
  `${name}, ${durationText(duration_minutes)}, ${priceText(price)}`;
