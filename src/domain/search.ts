/**
 * Finding people however they are written (docs/spec/behaviour.md §6.7; docs/spec/product.md §5.8): one folding for both
 * databases and the browser.
 */
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from './limits.ts';

const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  ж: 'z',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
};
// No Unicode form takes the stroke off đ; the eth is what some keyboards give for it.
const STROKED: Record<string, string> = { đ: 'dj', ð: 'dj' };
const LETTERS: Record<string, string> = { ...CYRILLIC, ...STROKED };

/**
 * A text without case, marks and script: 'Đorđević', 'ЂОРЂЕВИЋ' and 'djordjevic' are all 'djordjevic'.
 * docs/spec/behaviour.md §6.7
 */
export function foldSearch(text: string): string {
  // lower case last: NFKD makes capitals ('™' is 'TM'), which only SQLite's LIKE would overlook
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain.replace(/[а-џđð]/g, (letter) => LETTERS[letter] ?? letter).trim();
}

/** The digits of a number or of a part of one; '+381' and '00381' at its start are dialled '0' at home. */
function digitsIn(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const dialled = phone.trimStart().startsWith('+') ? `00${digits}` : digits;
  return dialled.replace(/^003810?/, '0');
}

// without its leading 0: a mobile number begins with a 6, any other has 8 or 9 digits, as a subscriber's alone has at most 7
const WITHOUT_LEADING_ZERO = /^(6\d+|[1-9]\d{7,8})$/;

/**
 * A phone number's digits as dialled at home: '064-123', '64 123', '381 64 123', '+381 64 123' and '00381 (0)64/123' are all
 * '064123'. docs/spec/behaviour.md §6.7
 */
export function phoneDigits(phone: string): string {
  const digits = digitsIn(phone);
  if (/^3810?6/.test(digits) || /^381\d{8}/.test(digits)) return digits.replace(/^3810?/, '0');
  return WITHOUT_LEADING_ZERO.test(digits) ? `0${digits}` : digits;
}

/** What is searched for may be a part of a number: only a whole one is brought to the form in which it is kept. */
function searchedDigits(query: string): string {
  const digits = digitsIn(query);
  return /^381\d{8}/.test(digits) ? phoneDigits(query) : digits;
}

/** What is said of a phone that can't be one. docs/spec/texts.md §4.1 */
export const PHONE_REFUSED = 'Proverite broj telefona.';

/** Can this be a phone number: 6 to 15 digits, however they are written? docs/spec/behaviour.md §3.3 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}

/** The digits by which a guest is known; none for a phone without a digit, which is no contact. docs/spec/behaviour.md §5.4 */
export const contactDigits = (phone: string | null): string | null =>
  phone !== null && /\d/.test(phone) ? phoneDigits(phone) : null;

type Searched = readonly (string | null)[];

/**
 * What is searched in: the folded fields, a line each. One with a đ stands there once more with a bare d, for those who
 * type 'Dordevic'; a phone once more as its digits. Kept beside the row, it makes search one LIKE. docs/spec/behaviour.md §6.7
 */
export function searchText(fields: Searched, phone: string | null): string {
  const folded = [...fields, phone].filter((field) => field !== null).map(foldSearch);
  const bare = folded.filter((field) => field.includes('dj')).map((field) => field.replaceAll('dj', 'd'));
  const digits = phone === null ? [] : [phoneDigits(phone)];
  return [...folded, ...bare, ...digits].join('\n');
}

const LOOKS_LIKE_PHONE = /^\+?[\d\s\-/()]*\d[\d\s\-/()]*$/;

/**
 * The folded pieces that must all occur in a `searchText`: the words of a query, or the digits of one that is a phone number.
 * docs/spec/behaviour.md §6.7
 */
export function searchTerms(query: string): string[] {
  const folded = foldSearch(query);
  if (LOOKS_LIKE_PHONE.test(folded)) return [searchedDigits(folded)];
  const words = folded.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => (LOOKS_LIKE_PHONE.test(word) ? searchedDigits(word) : word));
}

/** Does a query find what a `searchText` holds? An empty one finds all. docs/spec/behaviour.md §6.7 */
export const matchesSearch = (query: string, text: string): boolean =>
  searchTerms(query).every((term) => text.includes(term));
