/** The services of a line, by stem and prefix or the salon's own short words. docs/spec/behaviour.md §24.4 */
import type { ServiceId } from '../ids.ts';
import { foldSearch } from '../search.ts';
import { isTypoOf, type Line } from './line.ts';
import { isSameWord, stemOf, wordsIn } from './names.ts';

export interface EntryService {
  readonly id: ServiceId;
  readonly name: string;
  readonly short_words?: readonly string[];
}

const SMALL_WORDS = /^(?:sa?|i|[nz]a|od|bez|uz?)$/;
const PREFIX_LETTERS = 3;
const TYPO_LETTERS = 5;
/** How many words of a line may be one service. */
const COUNTS = [1, 2, 3, 4, 5];
/** The rank of a service all of whose words are typed. */
const WHOLE = 10_000;

/** How well a typed word fits a word of a service: 3 the word or another case, 2 its beginning, 1 with a typing error, 0 not. */
function fitOf(typed: string, word: string): number {
  const stem = stemOf(typed);
  if (isSameWord(typed, word)) return 3;
  if (typed.length >= PREFIX_LETTERS && word.startsWith(typed)) return 2;
  if (stem.length > PREFIX_LETTERS && word.startsWith(stem)) return 2;
  const isLong = typed.length >= TYPO_LETTERS && word.length >= TYPO_LETTERS;
  const isNear = isTypoOf(typed, word) || (stem.length >= TYPO_LETTERS && isTypoOf(stem, stemOf(word)));
  return isLong && isNear ? 1 : 0;
}

/** How well typed words fit a service, 0 not. In its digits: all words of the service, how many typed, how well, the first word, few words missing. */
function rankOf(typed: readonly string[], { name, short_words }: EntryService): number {
  const joined = typed.join(' ');
  if (short_words?.some((short) => foldSearch(short) === joined)) return 9 * WHOLE;
  const words = wordsIn(name).filter((word) => !SMALL_WORDS.test(word));
  const asked = typed.filter((word) => !SMALL_WORDS.test(word));
  if (asked[0] !== typed[0] || asked.at(-1) !== typed.at(-1)) return 0;
  if (words.length > 1 && fitOf(joined, words.join('')) % 2 === 1) return WHOLE + 1000 * words.length + 319;
  const left = [...words];
  const fits = asked.map((one) => {
    const best = left.map((word) => fitOf(one, word));
    const most = Math.max(0, ...best);
    if (most > 0) left.splice(best.indexOf(most), 1);
    return most;
  });
  const least = Math.min(...fits);
  if (least === 0) return 0;
  const rank = 1000 * asked.length + 100 * least + (words[0] === left[0] ? 9 : 19) - left.length;
  return left.length === 0 && least > 1 ? WHOLE + rank : rank;
}

/** Takes the services from the line, in the order in which they are typed. `isUnsure`: another service fits as well. */
export function readServices(
  { words, take }: Line,
  services: readonly EntryService[],
  isName: (word: string) => boolean,
) {
  /** By the place of the first word. */
  const found: { id: ServiceId; isUnsure: boolean }[] = [];
  for (;;) {
    const left = words.map((word) => word.left);
    const fits = left.flatMap((word, from) =>
      services.flatMap((service) =>
        COUNTS.map((count) => {
          const typed = left.slice(from, from + count);
          const rank = rankOf(typed, service);
          return {
            id: service.id,
            from,
            count,
            rank: rank < WHOLE && typed.length === 1 && isName(word) ? 0 : rank,
          };
        }),
      ),
    );
    const [best, ...others] = fits.toSorted((a, b) => b.rank - a.rank);
    if (!best?.rank) break;
    const { id, from, count, rank } = best;
    const isAsGood = (other: typeof best) =>
      id !== other.id && from === other.from && Math.floor(rank / 100) === Math.floor(other.rank / 100);
    take(words.slice(from, from + count));
    found[from] = { id, isUnsure: rank < WHOLE && others.some(isAsGood) };
  }
  return {
    services: [...new Set(found.flatMap(({ id }) => id))],
    isServiceUnsure: found.some((one) => one.isUnsure),
  };
}
