/** Words in any case: 'Jovanu', 'korekciju' and 'manikira' are found by their stems. docs/spec/behaviour.md §24.4 */
import { foldSearch } from '../search.ts';

const ENDINGS = /(?:ama|ima|ova|ove|ovi|om|em|og|oj|ih|im|a|e|i|o|u)$/;
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

const isVowel = (letter: string | undefined): boolean => /[aeiou]/.test(letter ?? '');

/** The same for names: 'Petar' and 'Jovan' are not cases of 'Petra' and 'Jovana'. */
export function isSameName(typed: string, word: string): boolean {
  const isNominative = !isVowel(typed.at(-1)) && !/om$/.test(typed);
  return isSameWord(typed, word) && !(isNominative && isVowel(word.at(-1)));
}

/** Whether a name has these words, each once. Of a surname the beginning is enough: 'Ana Š.', 'ana sc'. */
export function hasWords(name: string, typed: readonly string[]): boolean {
  const words = wordsIn(name);
  return typed.every((one, n) => {
    const whole = words.findIndex((word) => isSameName(one, word));
    const at = whole < 0 && n > 0 ? words.findIndex((word) => word.startsWith(one)) : whole;
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

/** The text that finds the people of a typed name in any case, for a search by parts of words. */
export const searchedName = (name: string): string =>
  wordsIn(name)
    .map((word) => (/[eiou]$/.test(word) || word.endsWith('om') ? stemOf(word) : word))
    .join(' ');
