/** A line that the owner types, as words that the readers of `parseEntry` take one after the other. docs/spec/behaviour.md §24 */
import { foldSearch } from '../search.ts';
import { HOUR_UNIT, HOURS, NUMBER } from './numbers.ts';

export interface Word {
  readonly folded: string;
  readonly isCapital: boolean;
  /** The place in the text. */
  readonly from: number;
  readonly to: number;
  /** The folded word without a typing error; BARRIER once a reader has taken it. */
  left: string;
}

/** A dot after letters belongs to an abbreviation; other signs separate words from each other. */
const TOKEN = /[\p{L}\p{M}]+(?:['’-]\p{L}+)*\.?|\d+(?:[.:,/-]\d+)*\.?|[^\s\p{L}\p{M}\d]/gu;
export const BARRIER = '|';

/** Between two groups of digits of a phone. */
const GAP = '(?:(?: \\( 0 \\))? (?:[()/–-] )*|[/.-])(?=\\d\\d)';
/** A phone number: begins with 0 or +, or is one number of at least six digits. Not a time, a length or a date. */
const PHONE = `((?:\\( (?=0\\d{1,3} \\)))?(?:(?:\\+ (?!0)|00)(?:(?:${GAP})?\\d){6,13}|(?!\\d\\d?([./-])\\d\\d?\\2)0(?:(?:${GAP})?\\d){5,9})(?!\\.? (?:${HOUR_UNIT}|${HOURS}|[x×]|min(?:uta)?|puta)(?!\\S))|\\d{6,})\\.?`;

/** Damerau distance of at most one: a letter too many, too few, wrong, or two letters swapped. */
export function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [a, b] = [typed.slice(at), word.slice(at)];
  const isSwapped = b === `${a[1]}${a[0]}${a.slice(2)}`;
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** What a match means, null to go on: `end` is the word after it, the groups are '' where they are missing. */
type Meaning<T> = (end: number, ...groups: string[]) => T | null | undefined;

/** Splits a text into its phone number and its words. `isKnown`: words that are no typing errors of `vocabulary`. */
export function lineOf(typed: string, vocabulary: readonly string[], isKnown: (folded: string) => boolean) {
  const text = typed.normalize('NFC');
  const words = [...text.matchAll(TOKEN)].map(({ 0: token, index }): Word => {
    const plain = foldSearch(token).replace(/(?<=[a-z])\.$/, '');
    const folded = /^[\p{L}\d+@×()/–-]/u.test(plain) ? plain : BARRIER;
    const isRight = folded.length < 4 || vocabulary.includes(folded) || isKnown(folded);
    return {
      folded,
      isCapital: /^\p{Lu}(?!\p{Lu}\p{Lu})/u.test(token),
      from: index,
      to: index + token.length,
      left: (isRight ? undefined : vocabulary.find((word) => isTypoOf(folded, word))) ?? folded,
    };
  });
  const take = (taken: readonly Word[]): void => {
    for (const word of taken) word.left = BARRIER;
  };
  /** In a pattern N is a number, # one in digits; the words may follow a preposition. */
  const matches = (pattern: string) => {
    const whole = pattern.replaceAll('N', NUMBER).replaceAll('#', '(\\d{1,2})');
    const joined = words.map(({ left }) => left).join(' ');
    return [...joined.matchAll(new RegExp(`(?<!\\S)(?:(?:u|[nz]a|oko|@) )?(?:${whole})(?!\\S)`, 'g'))];
  };
  /** Takes the first words that match as a whole and that mean something. */
  const read = <T>(pattern: string, meaning: Meaning<T>): T | null => {
    for (const match of matches(pattern)) {
      const [all, ...groups] = match;
      const from = match.input.slice(0, match.index).split(' ').length - 1;
      const end = from + all.split(' ').length;
      const value = meaning(end, ...groups.map((group) => group ?? ''));
      if (value == null) continue;
      take(words.slice(from, end));
      return value;
    }
    return null;
  };
  const textOf = (run: readonly Word[]): string =>
    text.slice(run[0]?.from, run.at(-1)?.to).replace(/\s+/g, ' ');
  const phone = read(PHONE, (end, typed) =>
    textOf(words.slice(end - typed.split(' ').length, end)).replace(/\.$/, ''),
  );
  return { words, phone, take, read, has: (pattern: string) => matches(pattern).length > 0, textOf };
}

export type Line = ReturnType<typeof lineOf>;
