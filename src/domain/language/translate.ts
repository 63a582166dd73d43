/**
 * Sentences in the language of their reader. A sentence stands in the code as it is in Serbian; the catalogues of the other
 * languages (en/, ru/) have it as their key, so a sentence that they lack does not compile. docs/decisions/0031-sentences-are-their-own-keys.md
 */
import type { Sentence } from './en/catalogue.ts';
import type { Language } from './languages.ts';

export type { Sentence };

/** Names and marks of dates. Lists of days begin with Monday, those of months with January. */
export interface DateWords {
  /** 'sreda', 'Wednesday', 'среда' */
  readonly days: readonly string[];
  /** 'ср'; missing: the first three letters of `days` ('sre', 'Wed') */
  readonly shortDays?: readonly string[];
  /** As objects, after 'za', 'for', 'на': 'sredu', 'Wednesday', 'среду' */
  readonly objects: readonly string[];
  /** When, with a day as an object: 'u sredu', 'on Wednesday', 'в среду'; in 'Vidimo se u sredu.' */
  readonly on: (day: string) => string;
  /** In the name of a day: 'sreda, 5. mart', 'Wednesday, 5 March', 'среда, 5 марта' */
  readonly months: readonly string[];
  /** Without a day: 'март'; missing: as in `months` */
  readonly monthsAlone?: readonly string[];
  /** Of a day on which something happens, also after 'od' and 'do': '5. marta', '5 March' (the sentence adds 'on'), '5 марта' */
  readonly monthsOn: readonly string[];
  /** After the number of a day. */
  readonly dot: '.' | '';
  /** After a year: '5 марта 2026 года'; missing: `dot` ('5. mart 2026.', '5 March 2026') */
  readonly afterYear?: string;
}

/** A language other than Serbian in Latin letters. */
export interface Tongue {
  readonly language: Exclude<Language, 'sr-Latn'>;
  /** The sentence in this language, with its placeholders. A sentence that the catalogue lacks stays as it is. */
  readonly say: (sentence: string) => string;
  readonly dates: DateWords;
  readonly plural: Intl.PluralRules;
  /** What stands between thousands and before decimals. */
  readonly marks: readonly [group: string, point: string];
}

let current: () => Tongue | undefined = () => undefined;

/** Sets where the language of the present reader comes from: a page has one, the server one for each request and message. */
export function speakBy(source: typeof current): void {
  current = source;
}

/** The language of the present reader; undefined for Serbian in Latin letters. */
export const tongue = (): Tongue | undefined => current();

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The values of a sentence's placeholders: `{ day }` for 'Vidimo se {day}.' */
export type ValuesOf<S extends string, Value = string | number> = Readonly<Record<Names<S>, Value>>;
type Given<S extends string> = [Names<S>] extends [never] ? [] : [values: ValuesOf<S>];

/** A text for staff, which no catalogue has, in the reader's script. Values are added afterwards: they stay as typed. */
export const inReadersScript = (text: string): string => current()?.say(text) ?? text;

/** The sentence in the reader's language, with its placeholders. */
export const said = (sentence: Sentence): string => inReadersScript(sentence);

/** The sentence in the reader's language. Values are inserted afterwards, as they are. */
export function t<S extends Sentence>(sentence: S, ...[values]: Given<S>): string {
  const known: Readonly<Record<string, string | number>> = values ?? {};
  return said(sentence).replace(/\{(\w+)\}/g, (whole, name: string) => String(known[name] ?? whole));
}
