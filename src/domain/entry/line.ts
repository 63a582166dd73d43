/** A line that the owner types, as words that the readers of `parseEntry` take one after the other. docs/spec/behaviour.md §24 */
import { foldSearch } from '../search.ts';

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

const PHONE_START =
  /(?<![\p{L}\d.:/+-])(?!\d{1,2}([./-])\d{1,2}\1\d)(?:(?:\+|(?:\((?=\d{1,4}\)))?0)\d+|\d{6,}(?!\d))/gu;
const UNITS = 'h|[cčxхч]|min(?:uta)?|sat[ai]?|[cč]as(?:a|ova)?|мин|сат[аи]?|puta';
/** More digits of a phone; not a time, a length or a date that follows it. */
const NEXT_GROUP = new RegExp(
  `(?! \\d{1,2}[/-]\\d{1,2}(?![\\d/-]))(?: ?\\(0\\))?\\)?(?: ?[/.–-] ?| )?\\(?(\\d{2,})\\)?(?!\\d|[.:,]\\d{1,2}(?!\\d)|\\.? ?(?:${UNITS})(?!\\p{L}))`,
  'uy',
);
const ABROAD_DIGITS = 13;
const DIGITS = 10;
const MIN_DIGITS = 6;

/** The phone number in a text: begins with 0 or +, or is one number of at least six digits. */
function phoneIn(text: string): { from: number; to: number } | null {
  for (const { 0: start, index: from } of text.matchAll(PHONE_START)) {
    const most = /^(?:\+|00)/.test(start) ? ABROAD_DIGITS : DIGITS;
    let to = from + start.length;
    let digits = start.replace(/\D/g, '').length;
    for (;;) {
      NEXT_GROUP.lastIndex = to;
      const group = NEXT_GROUP.exec(text);
      if (!group?.[1] || digits + group[1].length > most || /^[1-9]/.test(start)) break;
      digits += group[1].length;
      to += group[0].length;
    }
    if (digits >= MIN_DIGITS) return { from, to };
  }
  return null;
}

/** Damerau distance of at most one: a letter too many, too few, wrong, or two letters swapped. */
export function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [a, b] = [typed.slice(at), word.slice(at)];
  const isSwapped = a.length > 1 && a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0];
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** Splits a text into its phone number and its words. `isKnown`: words that are no typing errors of `vocabulary`. */
export function lineOf(typed: string, vocabulary: readonly string[], isKnown: (folded: string) => boolean) {
  const text = typed.normalize('NFC');
  const phone = phoneIn(text);
  const plain = phone
    ? text.slice(0, phone.from) + BARRIER.padEnd(phone.to - phone.from) + text.slice(phone.to)
    : text;
  const meant = (folded: string): string =>
    folded.length < 4 || vocabulary.includes(folded) || isKnown(folded)
      ? folded
      : (vocabulary.find((word) => isTypoOf(folded, word)) ?? folded);
  const words = wordsOf(plain);
  const left = words.map(({ folded }) => meant(folded));
  const take = (from: number, count: number): void => {
    left.fill(BARRIER, from, from + count);
  };
  return {
    words,
    /** The words that no reader has taken; others are BARRIER. */
    left,
    phone: phone && text.slice(phone.from, phone.to).trim(),
    take,
    has: (pattern: string): boolean => new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`).test(left.join(' ')),
    /** Takes the first words that match as a whole and that `accepts`; returns the match. */
    read(pattern: string, accepts: (match: RegExpExecArray, at: number) => boolean = () => true) {
      const joined = left.join(' ');
      for (const match of joined.matchAll(new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`, 'g'))) {
        const at = joined.slice(0, match.index).split(' ').length - 1;
        if (!accepts(match, at)) continue;
        take(at, match[0].split(' ').length);
        return match;
      }
      return null;
    },
    textOf: (from: number, to: number): string =>
      text.slice(words[from]?.from, words[to]?.to).replace(/\s+/g, ' '),
  };
}

export type Line = ReturnType<typeof lineOf>;
