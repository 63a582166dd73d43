/** Numbers, prices and counted words as text, formatted by hand because browsers differ for sr-Latn. docs/spec/texts.md §4.1 */
import { type NamedService, serviceName } from '../language/service-name.ts';
import { t, tongue } from '../language/translate.ts';

/** The forms of a word after a number: one (1, 21), few (2-4, 22), many (0, 5-20, 25). In English the second form stands for all but one. */
export type CountedWord = `${string}|${string}|${string}`;

export const DAYS = 'dan|dana|dana';
export const HOURS = 'sat|sata|sati';
export const MINUTES = 'minut|minuta|minuta';

const inSerbian = new Intl.PluralRules('sr');

export function pluralForm(n: number, word: CountedWord): string {
  const spoken = tongue();
  const [one = '', few = one, many = few] = (spoken?.say(word) ?? word).split('|');
  const form = (spoken?.plural ?? inSerbian).select(n);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}

/** A number with its word: '2 dana', '21 sat'. docs/spec/texts.md §4.1 */
export const counted = (n: number, word: CountedWord): string => `${formatNumber(n)} ${pluralForm(n, word)}`;

/** A number in the reader's notation, in Serbian '2.500', '1.234,50'; by default none or two decimals. docs/spec/texts.md §4.1 */
export function formatNumber(n: number, decimals = Number.isInteger(Number(n.toFixed(2))) ? 0 : 2): string {
  const rounded = n.toFixed(decimals);
  const [whole = '', fraction] = Math.abs(Number(rounded)).toFixed(decimals).split('.');
  const sign = Number(rounded) < 0 ? '-' : '';
  const [group, point] = tongue()?.marks ?? ['.', ','];
  const grouped = sign + whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction ? grouped + point + fraction : grouped;
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
  price ? t('{amount} din', { amount: formatNumber(price) }) : t('Cena na upit');

/** A service's duration: '60 min', or 'Trajanje po dogovoru' if unknown. docs/spec/product.md §2.15, docs/spec/texts.md §2.4 */
export const durationText = (minutes: number | null): string =>
  minutes === null ? t('Trajanje po dogovoru') : t('{minutes} min', { minutes });

type ListedService = NamedService & { duration_minutes: number | null; price: number };

export const serviceInList = (service: ListedService): string =>
  `${serviceName(service)}, ${durationText(service.duration_minutes)}, ${priceText(service.price)}`;
