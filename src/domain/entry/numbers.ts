/** Matches a number of at most two digits, or a number word. */
export const NUMBER =
  '(\\d{1,2}|\\w*(?:naest|deset)|jed(?:an|n[ue])|dv(?:a|e|ije)|drug[eu]|tri|trec[eu]|ceti?ri|cetvrt[eu]|pet|sest|sedam|osam|devet)';

const STEMS = 'jed|prv|$ dv|dru tr cet pe[td] se[sz] sed os[am] dev des'.split(' ');

/** The number in digits or in a word, also of an ordinal; 1 for no text, NaN for other text. */
export function numberOf(word: string): number {
  const stem = STEMS.findIndex((one) => new RegExp(`^(?:${one})`).test(word)) + 1;
  if (stem === 0) return Number(word);
  if (word.includes('naest')) return stem + 10;
  return /.deset/.test(word) ? stem * 10 : stem;
}

export const HOUR_UNIT = '(?:hr?|c(?:as\\w*)?)';
export const HOURS = 'sat[ai]?';
