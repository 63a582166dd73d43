/** Search for people in any spelling: both databases and the browser fold text with the same function. docs/spec/behaviour.md §6.7 */
import { digitsIn, HIDDEN, phoneDigits } from './clients/phone.ts';
import { inLatin } from './cyrillic.ts';

/** Removes differences of case, diacritics and script: 'Đorđević' and 'ЂОРЂЕВИЋ' become 'djordjevic'. docs/spec/behaviour.md §6.7 */
export function foldSearch(text: string): string {
  // converts to lower case after NFKD, which produces capitals ('™' becomes 'TM') that SQLite's LIKE would not match
  const latin = text.normalize('NFKD').toLowerCase().replace(/[а-џ]/g, inLatin);
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[đð]/g, 'dj').trim(); // NFKD does not decompose đ; some keyboards type the similar letter ð instead
}

/** The digits to search for. A part of a phone number stays unchanged; a whole phone number is changed to its stored form. */
function searchedDigits(query: string): string {
  const digits = digitsIn(query);
  return /^381\d{8}/.test(digits) ? phoneDigits(query) : digits;
}

type Searched = readonly (string | null)[];

/**
 * The text to search in: one line per folded field. A field with đ is repeated with a plain d, for people who type 'Dordevic'; a phone is
 * repeated as digits. Rows store this text, so that a search needs only LIKE. docs/spec/behaviour.md §6.7
 */
export function searchText(fields: Searched, phone: string | null): string {
  const folded = [...fields, phone].filter((field) => field !== null).map(foldSearch);
  const bare = folded.filter((field) => field.includes('dj')).map((field) => field.replaceAll('dj', 'd'));
  const digits = phone === null ? [] : [phoneDigits(phone)];
  return [...folded, ...bare, ...digits].join('\n');
}

const LOOKS_LIKE_PHONE = /^(tel:)?\+?[\d\s\-\u2010-\u2015./()]*\d[\d\s\-\u2010-\u2015./()]*$/;

/** The folded parts that must all occur in a `searchText`: words, or the digits of a phone. docs/spec/behaviour.md §6.7 */
export function searchTerms(query: string): string[] {
  const folded = foldSearch(query.replace(HIDDEN, ''));
  if (LOOKS_LIKE_PHONE.test(folded)) return [searchedDigits(folded)];
  const words = folded.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => (LOOKS_LIKE_PHONE.test(word) ? searchedDigits(word) : word));
}

/** True when a query matches a `searchText`; an empty query matches all. docs/spec/behaviour.md §6.7 */
export const matchesSearch = (query: string, text: string): boolean =>
  searchTerms(query).every((term) => text.includes(term));
