/**
 * Finding people however they are written (docs/spec/behaviour.md §6.7; docs/spec/product.md §5.8): one folding for both
 * databases and the browser.
 */
import { digitsIn, phoneDigits } from './clients/phone.ts';

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

/** What is searched for may be a part of a number: only a whole one is brought to the form in which it is kept. */
function searchedDigits(query: string): string {
  const digits = digitsIn(query);
  return /^381\d{8}/.test(digits) ? phoneDigits(query) : digits;
}

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
