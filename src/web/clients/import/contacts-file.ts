/** Reads contacts of phones and mail programs: vCard 2.1, 3.0 and 4.0. docs/spec/behaviour.md §31.3 */
import { type FilePerson, personOf } from '#domain/imports/rows.ts';

/** Joins folded lines, and those that quoted-printable continues with '='. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const before = lines.at(-1) ?? '';
    if (isOpen) lines[lines.length - 1] = before.slice(0, -1) + line;
    else if (/^[ \t]/.test(line)) lines[lines.length - 1] = before + line.slice(1);
    else lines.push(line);
    isOpen = /^[^:]*QUOTED-PRINTABLE[^:]*:.*=$/i.test(lines.at(-1) ?? '');
  }
  return lines;
}

function quotedPrintable(text: string, charset: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, code: string) => `%${code}`);
  const numbers = [...bytes.matchAll(/%([0-9A-F]{2})|([^%])/gi)].flatMap(([, code, letter]) =>
    code ? [Number.parseInt(code, 16)] : [...new TextEncoder().encode(letter)],
  );
  return new TextDecoder(charset).decode(new Uint8Array(numbers));
}

interface Property {
  readonly name: string;
  readonly value: string;
  readonly isPreferred: boolean;
}

const LINE = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/;

function propertyOf(line: string): Property | undefined {
  const [, name = '', parameters = '', raw = ''] = LINE.exec(line) ?? [];
  if (name === '') return undefined;
  const isQuotedPrintable = /QUOTED-PRINTABLE/i.test(parameters);
  const charset = /CHARSET=([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  return {
    name: name.toUpperCase(),
    value: isQuotedPrintable ? quotedPrintable(raw, charset) : raw,
    isPreferred: /\bPREF\b/i.test(parameters),
  };
}

const plain = (text: string): string =>
  text
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .trim();
const partsOf = (text: string): string[] => text.split(/(?<!\\);/).map(plain);

function nameIn(properties: readonly Property[]): string {
  const of = (name: string) => properties.find((one) => one.name === name && one.value.trim() !== '')?.value;
  const [last = '', first = '', middle = ''] = partsOf(of('N') ?? '');
  const named = [first, middle, last].filter(Boolean).join(' ');
  return plain(of('FN') ?? '') || named || plain(of('NICKNAME') ?? of('ORG') ?? '');
}

/** The contacts of a file; `line` counts them from 1. */
export function peopleInVcard(text: string): FilePerson[] {
  const people: FilePerson[] = [];
  let card: Property[] | undefined;
  for (const property of unfolded(text).flatMap((line) => propertyOf(line) ?? [])) {
    if (property.name === 'BEGIN') card = [];
    else if (property.name === 'END' && card) {
      people.push(contactOf(people.length + 1, card));
      card = undefined;
    } else card?.push(property);
  }
  return people;
}

function contactOf(line: number, card: readonly Property[]): FilePerson {
  const sorted = card.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  const values = (name: string) => sorted.flatMap((one) => (one.name === name ? [one.value] : []));
  return personOf(line, {
    name: nameIn(card).replace(/\s+/g, ' '),
    phones: values('TEL').map((value) =>
      plain(value)
        .replace(/^tel:/i, '')
        .replace(/;ext=.*$/i, ''),
    ),
    emails: values('EMAIL').map(plain),
    city: partsOf(values('ADR')[0] ?? '')[3] ?? '',
    notes: values('NOTE').map(plain).join('\n'),
  });
}
