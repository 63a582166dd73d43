// Takes the other languages out of the pages while they are built for salons with one language.
// docs/decisions/0031-sentences-are-their-own-keys.md
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { SALONS_LANGUAGE } from '../../src/domain/language/languages.ts';
import { type Edit, edited, isNode, type Node, parsed } from './syntax.ts';

/** What calls return in a salon with one language. */
const RESULTS: Readonly<Record<string, string>> = {
  tongue: 'undefined',
  languageOfPage: `'${SALONS_LANGUAGE}'`,
  learnPageLanguage: 'undefined',
  hasOneLanguage: 'true',
};
/** Calls that return their first argument, filled with values. */
const SAME = /^(?:t|said|inReadersScript|typed|keepLanguage)$/;
const ANY = new RegExp(`\\b(?:${Object.keys(RESULTS).join('|')}|${SAME.source.slice(4, -2)})\\(`);

/** The values of placeholders by their names; undefined if they are not written out in the call. */
function valuesIn(argument: Node): ReadonlyMap<string, Node> | undefined {
  if (argument.type !== 'ObjectExpression') return undefined;
  const members = argument.properties as Node[];
  if (members.some(({ type, computed }) => type !== 'Property' || computed)) return undefined;
  return new Map(members.map(({ key, value }) => [String((key as Node).name), value as Node]));
}

/** 'Vidimo se {day}.' with its values as a template; undefined if the call must fill the sentence when it runs. */
function template(sentence: Node, argument: Node, code: string): string | undefined {
  const values = valuesIn(argument);
  if (sentence.type !== 'Literal' || !values) return undefined;
  const parts = String(sentence.value).split(/\{(\w+)\}/);
  const texts = parts.map((part, n) => {
    if (n % 2 === 0) return part.replace(/[`\\$]/g, '\\$&');
    const value = values.get(part);
    return value && `\${${written(value, code)}}`;
  });
  return texts.includes(undefined) ? undefined : `\`${texts.join('')}\``;
}

/** What replaces a call; undefined for everything else. */
function replacement({ type, callee, arguments: given }: Node, code: string): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'Identifier') return undefined;
  const name = String(callee.name);
  if (Object.hasOwn(RESULTS, name)) return RESULTS[name];
  const [first, values] = given as Node[];
  if (!SAME.test(name) || !first) return undefined;
  return values ? template(first, values, code) : `(${written(first, code)})`;
}

function editsIn(value: unknown, code: string): Edit[] {
  if (Array.isArray(value)) return value.flatMap((one) => editsIn(one, code));
  if (!isNode(value)) return [];
  const text = replacement(value, code);
  return text === undefined
    ? Object.values(value).flatMap((part) => editsIn(part, code))
    : [[value.start, value.end, text]];
}

/** The code of a node without calls of the languages. */
const written = (node: Node, code: string): string => edited(node, code, editsIn(node, code));

/** The code of a module in which texts are Serbian in Latin letters, without asking for the reader's language. */
export const withoutLanguages = (code: string, path: string): string =>
  ANY.test(code) ? written(parsed(code, path), code) : code;

const src = join(import.meta.dirname, '..', '..', 'src');

export const oneLanguage = (): Plugin => ({
  name: 'one-language',
  enforce: 'pre',
  transform: {
    filter: { id: new RegExp(`^${RegExp.escape(src)}.*\\.tsx?$`) },
    handler: (code, id) => ({ code: withoutLanguages(code, id), map: null }),
  },
});
