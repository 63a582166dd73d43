/** The name and the note of a line: what is left of it. docs/spec/behaviour.md §24.4 */
import { phoneNumber } from '../clients/phone.ts';
import { inLatin } from '../cyrillic.ts';
import { foldSearch } from '../search.ts';
import { BARRIER, type Line } from './line.ts';
import { hasWords, isSameName } from './names.ts';

export interface EntryPerson {
  readonly name: string;
  readonly phone?: string | null;
}

/** Words around a name that say nothing: 'zove Ana', 'upiši za Miru'. */
const FILLERS =
  /^(?:[zns]a|kod|[uais]|da|od|do|oko|mi|je|se|zva(?:la|o)|zove|javila|ho[cć]\w|bi|moze|molim|treba\w*|zeli|htela|do(?:lazi|dje|ci)|zaka[zy]\w+|upis\w+|stavi|dodaj|ubaci|rezervi\w+|termin\w*|nov[aiu]|klijent\w*|musterij\w+|gospo\w*|gdja|tel\w*|mob|broj|[-+@×–])$/;
/** Not the words with which a note begins. */
const NAME_WORD =
  /^(?!(?:otka[zc]\w*|pomeri\w*|n?ima|nema|alerg\w+|bez|samo|ako|pla\w+|kasni|donosi|neka|po?zvati|javiti|crven\w*|bel[aeio]\w*|roz\w*|crn\w*|french|posle|pre|slika|vaucer|popust|poklon|hitno|mozda)$)[a-z][a-z'’-]*$/;
/** Words before a name that is not in the nominative. */
const OBJECT = /^(?:za|upis|stavi|dodaj|ubaci)/;
const NAME_WORDS = 3;
const SURNAME = /(?:c|sk[ia]|ova?|ev|in|[aeo]?[kr]|as|ja)$/;

/** The places of words that stand together. */
type Run = readonly number[];

/** The stretches of words that nobody has taken, without fillers at their ends. */
function runsOf({ left, words }: Line): Run[] {
  const runs: number[][] = [[]];
  left.forEach((word, at) => {
    if (word === BARRIER) runs.push([]);
    else runs.at(-1)?.push(at);
  });
  const isFiller = (at = -1) => FILLERS.test(left[at] ?? '');
  for (const run of runs) {
    while (isFiller(run[0])) run.shift();
    // a surname has a capital: 'Ana S.', 'Persa Nova'
    while (isFiller(run.at(-1)) && !words[run.at(-1) ?? 0]?.isCapital) run.pop();
  }
  return runs.filter((run) => run.length > 0);
}

const matching = <P extends EntryPerson>({ left }: Line, people: readonly P[], run: Run): P[] =>
  people.filter(({ name }) =>
    hasWords(
      name,
      run.map((at) => left[at] ?? ''),
    ),
  );

/** The name at the beginning of a run: people's, as long as possible; else what looks like one. */
function nameIn(line: Line, run: Run, people: readonly EntryPerson[]): Run {
  const isCapital = (at: number) => line.words[at]?.isCapital;
  const isSurname = (at: number) => SURNAME.test(line.left[at] ?? '');
  const end = run.findIndex((at, n) => n === NAME_WORDS || !NAME_WORD.test(line.left[at] ?? ''));
  const most = end < 0 ? run : run.slice(0, end);
  const count = most.findLastIndex((_, n) => matching(line, people, most.slice(0, n + 1)).length > 0) + 1;
  const [next] = most.slice(count);
  if (count > 0 && !(next && (isCapital(next) || isSurname(next)))) return most.slice(0, count);
  const [first = 0, ...others] = most;
  const isLast = others.some(isCapital) ? isCapital : isCapital(first) ? isSurname : () => true;
  return most.slice(0, Math.max(1, most.findLastIndex((at) => isLast(at)) + 1));
}

export function readPeople<P extends EntryPerson>(line: Line, people: readonly P[]) {
  const textOf = (run: Run) => line.textOf(run[0] ?? 0, run.at(-1) ?? 0);
  const before = (run: Run) => line.words[(run[0] ?? 0) - 1]?.folded ?? '';
  const names = runsOf(line)
    .map((run) => nameIn(line, run, people))
    .filter((run) => run.length > 0)
    .map((run) => {
      const found = matching(line, people, run);
      const isCapital = line.words[run[0] ?? 0]?.isCapital;
      return {
        run,
        found,
        weight: (found.length > 0 ? 4 : 0) + (isCapital ? 2 : 0) + (before(run) === 'za' ? 1 : 0),
      };
    });
  const [name] = names.toSorted((a, b) => b.weight - a.weight);
  for (const at of name?.run ?? []) line.take(at, 1);
  const number = phoneNumber(line.phone);
  const hasNumber = ({ phone }: P) => number !== null && phoneNumber(phone) === number;
  return {
    name: name ? nameOf(textOf(name.run), OBJECT.test(before(name.run)), name.found[0]?.name) : null,
    people: (name?.found ?? people.filter(hasNumber)).toSorted(
      (a, b) => Number(hasNumber(b)) - Number(hasNumber(a)),
    ),
    note: runsOf(line).map(textOf).join(', ') || null,
  };
}

/** A typed name in the nominative: as the person has it who may be meant; after 'za' 'Zoricu' becomes 'Zorica'. */
function nameOf(typed: string, isObject: boolean, known = ''): string {
  return typed.replace(/[\u0400-\u04ff]/g, inLatin).replace(/\p{L}[\p{L}\p{M}]*/gu, (word, at: number) => {
    const nominative = known.split(/[\s-]+/).find((one) => isSameName(foldSearch(word), foldSearch(one)));
    const capital = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    return nominative ?? (isObject && at === 0 ? capital.replace(/u$/, 'a') : capital);
  });
}
