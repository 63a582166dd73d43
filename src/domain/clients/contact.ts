/** Reads typed contact data: removes what nobody sees in a copied text, prefixes of links, and unusual separators. What is left is checked. docs/spec/behaviour.md §3.3 */
import { HIDDEN } from './phone.ts';

const oneLine = (text: string): string => text.replace(HIDDEN, '').replace(/\s+/g, ' ').trim();

/** A phone number as typed, with the separators that forms accept: 'tel:064.123–45' gives '064 123-45'. */
export const readPhone = (text: string): string =>
  oneLine(text.normalize('NFKC'))
    .replace(/^(tel|phone|sms):\s*/i, '')
    .replace(/[\u2010-\u2015\u2212_~]/g, '-')
    .replace(/[\s.,·•]+/g, ' ')
    .trim();

/** An email address as typed: '<mailto:Ana@primer.rs>' gives 'Ana@primer.rs'. */
export const readEmail = (text: string): string =>
  oneLine(text.normalize('NFKC'))
    .replace(/^<(.*)>$/, '$1')
    .replace(/^mailto:/i, '')
    .trim();

/** A name on one line; '' without a letter or digit, because nobody could be called by it. */
export function readName(text: string): string {
  const name = oneLine(text);
  return /[\p{L}\p{N}]/u.test(name) ? name : '';
}
