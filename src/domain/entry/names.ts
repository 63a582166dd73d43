/** Words in any case: 'Jovanu', 'korekciju' and 'manikira' are found by their stems. docs/spec/behaviour.md §24.4 */
import { foldSearch } from '../search.ts';

const ENDINGS = /(?:[ai]ma|ov[aei]|[eo]m|o[gj]|i[hm]|[aeiou])$/;
const MIN_STEM_LETTERS = 2;

/** The part of a folded word that is equal in all cases. */
export function stemOf(word: string): string {
  const plain = word.replaceAll('dj', 'd');
  const stripped = plain.replace(ENDINGS, '');
  const stem = stripped.length < MIN_STEM_LETTERS ? plain : stripped;
  // 'Marija' and 'Mia' have the dative 'Mariji', 'Miji'; 'Petar' has 'Petru'
  return stem.replace(/(?<=i)j$/, '').replace(/(?<=..[^aeiou])a(?=[rk]$)/, '');
}

export const wordsIn = (name: string): string[] =>
  foldSearch(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** The folded word itself, or another case of it; 'đ' may be typed as 'd'. */
export const isSameWord = (typed: string, word: string): boolean => stemOf(typed) === stemOf(word);

/** The same for names: 'Petar' and 'Jovan' are not cases of 'Petra' and 'Jovana'. */
export const isSameName = (typed: string, word: string): boolean =>
  isSameWord(typed, word) && (/(?:[aeiou]|om)$/.test(typed) || !/[aeiou]$/.test(word));

/** Whether a name has these words, each once. Of a surname the beginning is enough: 'Ana Š.', 'ana sc'. */
export function hasWords(name: string, typed: readonly string[]): boolean {
  const words = wordsIn(name);
  return typed.every((one, n) => {
    const at = words.findIndex((word) => isSameName(one, word) || (n > 0 && word.startsWith(one)));
    return at >= 0 && words.splice(at, 1);
  });
}

/** The text that finds the people of a typed name in any case, for a search by parts of words. */
export const searchedName = (name: string): string =>
  wordsIn(name)
    .map((word) => (/(?:[eiou]|om)$/.test(word) ? stemOf(word) : word))
    .join(' ');
