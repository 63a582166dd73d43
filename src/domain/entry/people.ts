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
  /^(?:[zns]a|kod|[uais]|da|od|do|oko|mi|je|se|zva(?:la|o)|zove|javila|hoc\w|bi|moze|molim|treba\w*|zeli|htela|do(?:lazi|dje|ci)|zaka[zy]\w+|upis\w+|stavi|dodaj|ubaci|rezervi\w+|termin\w*|nov[aiu]|klijent\w*|musterij\w+|gospo\w*|gdja|tel\w*|mob|broj|[^\w|])$/;
/** Not the words with which a note begins. */
const NAME_WORD =
  /^(?!(?:otka[zc]\w*|pomeri\w*|n?ima|nema|alerg\w+|bez|samo|ako|pla\w+|kasni|donosi|neka|po?zvati|javiti|crven\w*|bel[aeio]\w*|roz\w*|crn\w*|french|posle|pre|slika|vaucer|popust|poklon|hitno|mozda)$)[a-z]/;
/** Words before a name that is not in the nominative. */
const OBJECT = /^(?:za|upis|stavi|dodaj|ubaci)/;
const NAME_WORDS = 3;
const SURNAME = /(?:c|sk[ia]|ova?|ev|in|[kr]|as|ja)$/;

/** Words that stand together. */
type Run = readonly Word[];

const isCapital = (word: Word | undefined) => word?.isCapital;
const isPart = (word: Word) => word.isCapital || SURNAME.test(word.left);

/** The stretches of words that nobody has taken, without fillers at their ends. */
function runsOf(words: Run): Run[] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (word.left === BARRIER) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  const isFiller = (word: Word | undefined) => FILLERS.test(word?.left ?? '');
  for (const run of runs) {
    while (isFiller(run[0])) run.shift();
    // a surname has a capital: 'Ana S.', 'Persa Nova'
    while (isFiller(run.at(-1)) && !isCapital(run.at(-1))) run.pop();
  }
  return runs.filter((run) => run.length > 0);
}

const matching = <P extends EntryPerson>(people: readonly P[], run: Run): P[] =>
  people.filter(({ name }) =>
    hasWords(
      name,
      run.map(({ left }) => left),
    ),
  );

/** The name at the beginning of a run: people's, as long as possible; else what looks like one. */
function nameIn(run: Run, people: readonly EntryPerson[]): Run {
  const most = run.slice(0, NAME_WORDS);
  while (most.some(({ left }) => !NAME_WORD.test(left))) most.pop();
  const count = most.findLastIndex((_, n) => matching(people, most.slice(0, n + 1)).length > 0) + 1;
  const next = most[count];
  if (count > 0 && !(next && isPart(next))) return most.slice(0, count);
  const isLast = most.some(isCapital) ? isPart : () => true;
  return most.slice(0, Math.max(1, most.findLastIndex((word) => isLast(word)) + 1));
}

export function readPeople<P extends EntryPerson>(
  { words, phone, take, textOf }: Line,
  people: readonly P[],
) {
  const isObject = ([first]: Run) => !!first && OBJECT.test(words[words.indexOf(first) - 1]?.folded ?? '');
  const weight = (run: Run) =>
    (matching(people, run).length > 0 ? 4 : 0) + (isCapital(run[0]) ? 2 : 0) + (isObject(run) ? 1 : 0);
  const [name] = runsOf(words)
    .map((run) => nameIn(run, people))
    .filter((run) => run.length > 0)
    .toSorted((a, b) => weight(b) - weight(a));
  const found = name && matching(people, name);
  const nameText = name ? nameOf(textOf(name), isObject(name), found?.[0]?.name) : null;
  take(name ?? []);
  const number = phoneNumber(phone);
  const hasNumber = (person: P) => number !== null && phoneNumber(person.phone) === number;
  return {
    name: nameText,
    people: (found ?? people.filter(hasNumber)).toSorted(
      (a, b) => Number(hasNumber(b)) - Number(hasNumber(a)),
    ),
    note: runsOf(words).map(textOf).join(', ') || null,
  };
}

/** A typed name in the nominative: as the person has it who may be meant; after 'za' 'Zoricu' becomes 'Zorica'. */
function nameOf(typed: string, isObject: boolean, known = ''): string {
  return typed.replace(/\p{L}/gu, inLatin).replace(/[\p{L}\p{M}]+/gu, (word, at: number) => {
    const nominative = known.split(/[\s-]+/).find((one) => isSameName(foldSearch(word), foldSearch(one)));
    const capital = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    return nominative ?? (isObject && at === 0 ? capital.replace(/u$/, 'a') : capital);
  });
}
