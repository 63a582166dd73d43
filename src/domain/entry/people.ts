/** The name and the note of a line: what is left of it. docs/spec/behaviour.md §24.4 */
import { phoneNumber } from '../clients/phone.ts';
import { inLatin } from '../cyrillic.ts';
import { foldSearch } from '../search.ts';
import { BARRIER, type Line, type Word } from './line.ts';
import { hasWords, isSameName } from './names.ts';

export interface EntryPerson {
  readonly name: string;
  readonly phone?: string | null;
}

/** Words around a name that say nothing: 'zove Ana', 'upiši za Miru'. */
const FILLERS =
  /^(?:[zns]a|kod|[uais]|da|od|do|oko|mi|je|se|zva(?:la|o)|zove|javila|ho[cć]\w|bi|moze|molim|treba\w*|zeli|htela|do(?:lazi|dje|ci)|zaka[zy]\w+|upis\w+|stavi|dodaj|ubaci|rezervi\w+|termin\w*|nov[aiu]|klijent\w*|musterij\w+|gospo\w*|gdja|tel\w*|mob|broj|[-+@×–])$/;
/** Fillers that at the end of a name belong to it: 'Persa Nova'. */
const FIRST_ONLY = /^nov/;
/** Words with which a note begins. */
const NOTE =
  /^(?:otka[zc]\w*|pomeri\w*|n?ima|nema|alerg\w+|bez|samo|ako|pla\w+|kasni|donosi|neka|po?zvati|javiti|crven\w*|bel[aeio]\w*|roz\w*|crn\w*|french|posle|pre|slika|vaucer|popust|poklon|hitno|mozda)$/;
/** Words before a name that is not in the nominative. */
const OBJECT = /^(?:za|upis\w+|stavi|dodaj|ubaci)$/;
const NAME_WORDS = 3;
const SURNAME = /(?:c|sk[ia]|ova?|ev|in|[aeo]?[kr]|as|ja)$/;

const isInitial = (word: Word | undefined): boolean => word?.isCapital === true && word.folded.length === 1;

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The stretches of words that nobody has taken, without fillers at their ends. */
function runsOf({ left, words }: Line): Run[] {
  const runs: Run[] = [];
  // the capital of a surname is none: 'Ana S.'
  const isFillerAtEnd = (at: number): boolean =>
    FILLERS.test(left[at] ?? '') && !FIRST_ONLY.test(left[at] ?? '') && !isInitial(words[at]);
  let from = 0;
  for (let at = 0; at <= left.length; at += 1) {
    if (at < left.length && left[at] !== BARRIER) continue;
    let to = at - 1;
    while (from <= to && FILLERS.test(left[from] ?? '')) from += 1;
    while (to >= from && isFillerAtEnd(to)) to -= 1;
    if (from <= to) runs.push({ from, to });
    from = at + 1;
  }
  return runs;
}

const isNameWord = (word: string): boolean => /^[a-z][a-z'’-]*$/.test(word);

const matching = <P extends EntryPerson>(line: Line, people: readonly P[], { from, to }: Run): P[] =>
  people.filter(({ name }) => hasWords(name, line.left.slice(from, to + 1)));

/** The words at the beginning of a run that can be a name. */
function nameWords({ left }: Line, { from, to }: Run): Run | null {
  const words = left.slice(from, Math.min(to + 1, from + NAME_WORDS));
  const end = words.findIndex((word) => !isNameWord(word) || NOTE.test(word));
  const count = end < 0 ? words.length : end;
  return count === 0 ? null : { from, to: from + count - 1 };
}

/** The name of nobody known: as far as the words look like names. */
function unknownName({ left, words }: Line, { from, to }: Run): Run {
  const isCapital = (at: number): boolean => words[at]?.isCapital === true;
  const isSurname = (at: number): boolean => SURNAME.test(left[at] ?? '');
  const hasCapitals = words.slice(from + 1, to + 1).some((word) => word.isCapital);
  const isLast = hasCapitals ? isCapital : isCapital(from) ? isSurname : () => true;
  let end = to;
  while (end > from && !isLast(end)) end -= 1;
  return { from, to: end };
}

/** The name at the beginning of a run: people's, as long as possible; else what looks like one. */
function nameIn(line: Line, run: Run, people: readonly EntryPerson[]): Run | null {
  const most = nameWords(line, run);
  if (most === null) return null;
  const { from } = most;
  const ends = Array.from({ length: most.to - from + 1 }, (_, n) => most.to - n);
  const known = ends.find((to) => matching(line, people, { from, to }).length > 0);
  if (known === undefined) return unknownName(line, most);
  const next = known < most.to ? line.words[known + 1] : undefined;
  const isOther = next && (next.isCapital || SURNAME.test(next.folded));
  return isOther ? unknownName(line, most) : { from, to: known };
}

function bestName(line: Line, people: readonly EntryPerson[]): Run | undefined {
  const weight = (run: Run) =>
    4 * Number(matching(line, people, run).length > 0) +
    2 * Number(line.words[run.from]?.isCapital) +
    Number(line.words[run.from - 1]?.folded === 'za');
  const names = runsOf(line).flatMap((run) => nameIn(line, run, people) ?? []);
  return names.toSorted((a, b) => weight(b) - weight(a) || a.from - b.from)[0];
}

export function readPeople<P extends EntryPerson>(line: Line, people: readonly P[]) {
  const name = bestName(line, people);
  const found = name ? matching(line, people, name) : [];
  const typed = name && line.textOf(name.from, name.to).replace(/[\u0400-\u04ff]/g, inLatin);
  const isObject = name !== undefined && OBJECT.test(line.words[name.from - 1]?.folded ?? '');
  if (name) line.take(name.from, name.to - name.from + 1);
  const number = phoneNumber(line.phone);
  const hasNumber = ({ phone }: P) => number !== null && phoneNumber(phone) === number;
  const known = name ? found : people.filter(hasNumber);
  const left = runsOf(line).map(({ from, to }) => line.textOf(from, to));
  return {
    name: typed ? nameOf(typed, isObject, found[0]?.name) : null,
    people: known.toSorted((a, b) => Number(hasNumber(b)) - Number(hasNumber(a))),
    note: left.join(', ') || null,
  };
}

/** A typed name in the nominative: as the person has it who may be meant; after 'za' 'Zoricu' becomes 'Zorica'. */
function nameOf(typed: string, isObject: boolean, known = ''): string {
  return typed.replace(/\p{L}[\p{L}\p{M}]*/gu, (word, at: number) => {
    const nominative = known.split(/[\s-]+/).find((one) => isSameName(foldSearch(word), foldSearch(one)));
    const rest = /^\p{Lu}{2}/u.test(word) ? word.slice(1).toLowerCase() : word.slice(1);
    const capital = word.charAt(0).toUpperCase() + rest;
    return nominative ?? (isObject && at === 0 ? capital.replace(/u$/, 'a') : capital);
  });
}
