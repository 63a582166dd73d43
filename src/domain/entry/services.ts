/** The services of a line, by stem and prefix or the salon's own short words. docs/spec/behaviour.md §24.4 */
import type { ServiceId } from '../ids.ts';
import { foldSearch } from '../search.ts';
import { BARRIER, isTypoOf, type Line } from './line.ts';
import { isSameWord, stemOf, wordsIn } from './names.ts';

export interface EntryService {
  readonly id: ServiceId;
  readonly name: string;
  readonly short_words?: readonly string[];
}

const SMALL_WORDS = new Set(['sa', 's', 'i', 'na', 'za', 'od', 'bez', 'u', 'uz']);
const PREFIX_LETTERS = 3;
const TYPO_LETTERS = 5;
const MAX_WORDS = 5;

/** How well a typed word fits a word of a service: 3 the word or another case, 2 its beginning, 1 with a typing error, 0 not. */
function fitOf(typed: string, word: string): number {
  if (isSameWord(typed, word)) return 3;
  const stem = stemOf(typed);
  if (typed.length >= PREFIX_LETTERS && word.startsWith(typed)) return 2;
  if (stem.length > PREFIX_LETTERS && word.startsWith(stem)) return 2;
  if (typed.length < TYPO_LETTERS || word.length < TYPO_LETTERS) return 0;
  return isTypoOf(typed, word) || (stem.length >= TYPO_LETTERS && isTypoOf(stem, stemOf(word))) ? 1 : 0;
}

interface Fit {
  readonly service: EntryService;
  readonly from: number;
  readonly count: number;
  /** Compared in this order: all words of the service, how many typed, how well, the first word, few words missing. */
  readonly rank: readonly number[];
}

function fitsAt(from: number, typed: readonly string[], service: EntryService): Fit | null {
  const ranked = (rank: readonly number[]): Fit => ({ service, from, count: typed.length, rank });
  const joined = typed.join(' ');
  if (service.short_words?.some((short) => foldSearch(short) === joined)) return ranked([1, 9]);
  const words = wordsIn(service.name).filter((word) => !SMALL_WORDS.has(word));
  const asked = typed.filter((word) => !SMALL_WORDS.has(word));
  const glued = words.join('');
  if (asked.length === 1 && words.length > 1 && fitOf(joined, glued) % 2 === 1)
    return ranked([1, words.length, 3, 1, 0]);
  const left = [...words];
  const fits = asked.map((one) => {
    const best = left.map((word) => fitOf(one, word));
    const most = Math.max(0, ...best);
    if (most > 0) left.splice(best.indexOf(most), 1);
    return most;
  });
  const least = Math.min(...fits);
  if (asked.length === 0 || least === 0) return null;
  const isFirst = words[0] !== left[0] ? 1 : 0;
  return ranked([left.length === 0 && least > 1 ? 1 : 0, asked.length, least, isFirst, -left.length]);
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
};

/** The stretches of words that nobody has taken, which begin and end with a word of a service. */
function spansOf({ left }: Line): { from: number; typed: string[] }[] {
  const isEnd = (word: string | undefined) => word !== undefined && !SMALL_WORDS.has(word);
  return left.flatMap((_, from) =>
    Array.from({ length: MAX_WORDS }, (_unused, n) => ({
      from,
      typed: left.slice(from, from + n + 1),
    })).filter(
      ({ typed }, n) =>
        typed.length > n && !typed.includes(BARRIER) && isEnd(typed[0]) && isEnd(typed.at(-1)),
    ),
  );
}

/** Takes the services from the line, in the order in which they are typed. `isUnsure`: another service fits as well. */
export function readServices(
  line: Line,
  services: readonly EntryService[],
  isName: (word: string) => boolean,
) {
  const found: (Fit & { isUnsure: boolean })[] = [];
  for (;;) {
    const [best, ...others] = spansOf(line)
      .flatMap(({ from, typed }) => services.flatMap((service) => fitsAt(from, typed, service) ?? []))
      .filter(({ from, count, rank }) => rank[0] === 1 || count > 1 || !isName(line.left[from] ?? ''))
      .sort((a, b) => compare(a.rank, b.rank));
    if (!best) break;
    const isAsGood = ({ service, from, rank }: Fit) =>
      service !== best.service &&
      from === best.from &&
      compare(rank.slice(0, 3), best.rank.slice(0, 3)) === 0;
    line.take(best.from, best.count);
    found.push({ ...best, isUnsure: best.rank[0] === 0 && others.some(isAsGood) });
  }
  found.sort((a, b) => a.from - b.from);
  return {
    services: [...new Set(found.map(({ service }) => service.id))],
    isUnsure: found.some((one) => one.isUnsure),
  };
}
