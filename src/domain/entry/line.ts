/** A line that the owner types, as words that the readers of `parseEntry` take one after the other. docs/spec/behaviour.md §24 */
import { foldSearch } from '../search.ts';
import { NUMBER } from './numbers.ts';

export interface Word {
  readonly folded: string;
  readonly isCapital: boolean;
  /** The place in the text. */
  readonly from: number;
  readonly to: number;
}

/** A dot after letters belongs to an abbreviation; other signs separate words from each other. */
const TOKEN = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*\.?|\d+(?:[.:,/-]\d+)*\.?|[^\s\p{L}\d]/gu;
export const BARRIER = '|';

function wordsOf(text: string): Word[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => {
    const plain = /^\p{L}/u.test(token) ? token.replace(/\.$/, '') : token;
    return {
      folded: /[\p{L}\d]/u.test(plain) ? foldSearch(plain) : plain.replace(/[^-+@–×]/, BARRIER),
      isCapital: /^\p{Lu}/u.test(token) && !/^\p{Lu}{3}/u.test(token),
      from: index,
      to: index + token.length,
    };
  });
}

const UNITS = 'h|[cčxхч]|min(?:uta)?|sat[ai]?|[cč]as(?:a|ova)?|мин|сат[аи]?|puta';
/** Between two groups of digits of a phone; not before a date that follows it. */
const BETWEEN = '(?:(?! \\d{1,2}[/-]\\d{1,2}(?![\\d/-]))(?: ?\\(0\\))?\\)?(?: ?[/.–-] ?| )?\\(?(?=\\d\\d))?';
/** A phone number: begins with 0 or +, or is one number of at least six digits. Not a time, a length or a date. */
const PHONE = new RegExp(
  `(?<![\\p{L}\\d.:/+-])(?!\\d{1,2}([./-])\\d{1,2}\\1\\d)(?:(?:(?:\\+|00)(?:${BETWEEN}\\d){6,13}|(?:\\((?=\\d{1,4}\\)))?0(?:${BETWEEN}\\d){5,9})(?![.:,]\\d{1,2}(?!\\d)|\\.? ?(?:${UNITS})(?!\\p{L}))|\\d{6,})(?!\\d)`,
  'u',
);

/** Damerau distance of at most one: a letter too many, too few, wrong, or two letters swapped. */
export function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [a, b] = [typed.slice(at), word.slice(at)];
  const isSwapped = a.length > 1 && a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0];
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** What a match means, null to go on: `end` is the word after it, the groups are '' where they are missing. */
type Meaning<T> = (end: number, ...groups: string[]) => T | null | undefined;

/** Splits a text into its phone number and its words. `isKnown`: words that are no typing errors of `vocabulary`. */
export function lineOf(typed: string, vocabulary: readonly string[], isKnown: (folded: string) => boolean) {
  const text = typed.normalize('NFC');
  const words = wordsOf(text.replace(PHONE, (phone) => BARRIER.padEnd(phone.length)));
  /** The words that no reader has taken; others are BARRIER. */
  const left = words.map(({ folded }) =>
    folded.length < 4 || vocabulary.includes(folded) || isKnown(folded)
      ? folded
      : (vocabulary.find((word) => isTypoOf(folded, word)) ?? folded),
  );
  const take = (from: number, count: number): void => {
    left.fill(BARRIER, from, from + count);
  };
  /** Takes the first words that match as a whole and that mean something. In a pattern N is a number, # one in digits. */
  const read = <T>(pattern: string, meaning: Meaning<T>, isTaken = true): T | null => {
    const joined = left.join(' ');
    const whole = `(?<!\\S)(?:${pattern.replaceAll('N', NUMBER).replaceAll('#', '(\\d{1,2})')})(?!\\S)`;
    for (const match of joined.matchAll(new RegExp(whole, 'g'))) {
      const [all, ...groups] = match;
      const count = all.split(' ').length;
      const end = joined.slice(0, match.index).split(' ').length - 1 + count;
      const value = meaning(end, ...groups.map((group) => group ?? ''));
      if (value == null) continue;
      if (isTaken) take(end - count, count);
      return value;
    }
    return null;
  };
  return {
    words,
    left,
    phone: PHONE.exec(text)?.[0] ?? null,
    take,
    read,
    has: (pattern: string): boolean => read(pattern, () => true, false) !== null,
    textOf: (from: number, to: number): string =>
      text.slice(words[from]?.from, words[to]?.to).replace(/\s+/g, ' '),
  };
}

export type Line = ReturnType<typeof lineOf>;
