// Writes the texts of the owner's screens in Cyrillic while the pages are built for it.
// docs/decisions/0032-owners-cyrillic-is-a-second-build.md
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { inCyrillic } from '../../src/domain/language/cyrillic.ts';
import { type Edit, edited, isNode, type Node, parsed } from './syntax.ts';

/** Modules whose texts are compared, sent, stored or said to clients in their own language. */
const LEFT =
  /^(?:domain\/(?:accounts|entry|imports|language|told)\/|domain\/(?:cyrillic|search|settings|clients\/request-until|appointments\/requests|payments\/ips-code|wording\/(?:dates|messages|told\/reasons))\.|web\/(?:stand-ins|worker)\/|web\/(?:clients\/exports|home\/visitor-home)\.|web\/app\/(?:early|frames|render)\.|web\/lib\/api\.)/;
/** Calls that translate their texts when they run, and those whose texts nobody reads. */
const LEFT_CALLS =
  /^(?:t|said|sentence|says|cx|logSilentFailure|silently|querySelector(?:All)?|closest|matches|matchMedia|Error|request|queryOf)$/;
/** Attributes and members that hold code. */
const LEFT_NAMES =
  /^(?:id|role|type|key|rel|purpose|href|to|(?:[a-z]+C|c)lassName|aria-(?:labelledby|describedby|keyshortcuts))$/;
/** Attributes that hold nothing but texts. */
const READ_ATTRIBUTES = /^(?:label|title|aria-label|hint|legend|lead|submit|action)$/;
/** Types whose texts `t` translates when they are shown. */
const TRANSLATED_LATER = /\b(?:Sentence|CountedWord)\b/;

const KEYS_AND_NAMES =
  /^(?:Arrow\w*|Enter|Escape|Home|End|Tab|Page(?:Up|Down)|Delete|Backspace|Bearer .*|\w+Error|Notification|PushManager|Macintosh|(?:Fraunces|Lora|Content-|Accept).*)$/;
/** What no sentence has. */
const CODE =
  /(?<! )=|=(?! )|[_<>[\]{}#\\$@&;*^|]|\/\p{L}|\d\p{L}|\p{L}[\d(]|\p{Ll}-\p{L}*[-:]|\b(?:GET|POST|PUT|DELETE) /u;
const SERBIAN = /[čćžšđ„]/i;
const BEGINS = /^\P{L}*(?:\p{Lu}[\p{Ll} ]|\p{Lu}{2,} \p{Ll}|\p{Lu}{2,} \p{Lu}{2,} \p{Ll})/u;
/** Several words in small letters. */
const PHRASE = /^\P{L}*\p{Ll}+(?:[^\p{L}-]* [^\p{L}-]*\p{Ll}+)+\P{L}*$/u;
/** Words in small letters that the code has no other use for. */
const WORD =
  /^\P{L}*(?:automatska|bilo|danas|din|do|dodatak|dolazi|h|hilj|i|ima|isto|istekao|je|javila|javljeno|kapara|karaktera|kasnije|manje|min|minuta|na|ned|nedelja|nedelje|nema|nije|nju|njih|od|odbijen|odsto|otkazano|poziv|pre|prazno|puta|ranije|se|slobodno|sutra|svaki|u|ukupno|usluga|vlasnica|za|zatvoren)\P{L}*$/u;

/** How a day and a time are typed. */
const FORMATS = /^(?:dd\/mm\/gggg|hh:mm)$/;

const isText = (text: string): boolean =>
  !KEYS_AND_NAMES.test(text) &&
  (FORMATS.test(text) ||
    SERBIAN.test(text) ||
    (!CODE.test(text) && [BEGINS, PHRASE, WORD].some((one) => one.test(text))));

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? nameOf(node.property)) : '';

/** A constant that `t` translates when it is shown, or an example of what people type. */
function isLeftConstant({ type, typeAnnotation, id }: Node, code: string): boolean {
  if (type !== 'TSSatisfiesExpression' && type !== 'VariableDeclarator') return false;
  const declared = typeAnnotation ?? (isNode(id) ? id.typeAnnotation : undefined);
  return (
    nameOf(id) === 'EXAMPLE' ||
    (isNode(declared) && TRANSLATED_LATER.test(code.slice(declared.start, declared.end)))
  );
}

/** The parts of a node in which texts may be read. */
function readParts(node: Node, code: string): unknown[] {
  const { type } = node;
  if (/^(?:Import|TS(?!As|NonNull|Satisfies))/.test(type) || isLeftConstant(node, code)) return [];
  if (/^(?:Call|New)Expression$/.test(type) && LEFT_CALLS.test(nameOf(node.callee))) return [];
  if (type === 'JSXElement' && isNode(node.openingElement) && nameOf(node.openingElement.name) === 'code')
    return [];
  if (type === 'JSXAttribute' && LEFT_NAMES.test(nameOf(node.name))) return [];
  if (type === 'Property') return LEFT_NAMES.test(nameOf(node.key)) ? [] : [node.value];
  return Object.values(node);
}

/** Entities of JSX, such as `&nbsp;`, stay. */
const jsxInCyrillic = (text: string): string =>
  text.replace(/&\w+;|[^&]+/g, (part) => (part.startsWith('&') ? part : inCyrillic(part)));
const inTemplate = (text: string): string => text.replace(/[`\\]|\$\{/g, '\\$&');

function editsOf(node: Node, parent: Node, code: string): Edit[] {
  if (node.type === 'JSXText')
    return [[node.start, node.end, jsxInCyrillic(code.slice(node.start, node.end))]];
  if (node.type === 'Literal' && typeof node.value === 'string') {
    const isRead = parent.type === 'JSXAttribute' && READ_ATTRIBUTES.test(nameOf(parent.name));
    if (!isRead && !isText(node.value)) return [];
    const text = JSON.stringify(inCyrillic(node.value));
    return [[node.start, node.end, parent.type === 'JSXAttribute' ? `{${text}}` : text]];
  }
  if (node.type !== 'TemplateLiteral') return [];
  const quasis = node.quasis as (Node & { readonly value: { readonly cooked: string } })[];
  if (!isText(quasis.map(({ value }) => value.cooked).join('0'))) return [];
  // the span of a part includes its marks: '`…${', '}…${', '}…`'
  return quasis.map(({ start, end, tail, value }) => [
    start + 1,
    end - (tail ? 1 : 2),
    inTemplate(inCyrillic(value.cooked)),
  ]);
}

function allEdits(value: unknown, parent: Node, code: string): Edit[] {
  if (Array.isArray(value)) return value.flatMap((one) => allEdits(one, parent, code));
  if (!isNode(value)) return [];
  return [
    ...editsOf(value, parent, code),
    ...readParts(value, code).flatMap((part) => allEdits(part, value, code)),
  ];
}

/** The code of a module with its texts in Cyrillic. `path` is below src. */
export function withCyrillicTexts(code: string, path: string): string {
  if (path === OWNERS_LANGUAGE) return code.replace("'sr-Latn'", "'sr-Cyrl'");
  if (!SOURCES.test(path) || LEFT.test(path)) return code;
  const program = parsed(code, path);
  return edited({ start: 0, end: code.length }, code, allEdits(program, program, code));
}

const OWNERS_LANGUAGE = 'domain/language/owners-language.ts';
const SOURCES = /^(?:web|domain)\/.*\.tsx?$/;
const src = join(import.meta.dirname, '..', '..', 'src');

export const cyrillicTexts = (): Plugin => ({
  name: 'cyrillic-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/ },
    handler: (code, id) => ({ code: withCyrillicTexts(code, relative(src, id)), map: null }),
  },
});
