import { expect, test } from 'vitest';
import type { ListedPerson } from '#contract/people.ts';
import { peopleOf as cellsOf } from '#domain/imports/rows.ts';
import { peopleCsv } from '../exports.ts';
import { decodeText, readFile, readText } from './read-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** The letters of `LETTERS` as bytes in windows-1250. */
const WINDOWS = [0x8a, 0x9a, 0xd0, 0xf0, 0xc8, 0xe8, 0xc6, 0xe6, 0x8e, 0x9e];
const LETTERS = 'ŠšĐđČčĆćŽž';

test.each([
  ['UTF-8', utf8(LETTERS)],
  ['UTF-8 with BOM', utf8(`\uFEFF${LETTERS}`)],
  ['windows-1250', new Uint8Array(WINDOWS)],
  [
    'UTF-16',
    new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from([...LETTERS], (l) => l.charCodeAt(0)).buffer),
    ]),
  ],
])('decodes %s', (_, bytes) => expect(decodeText(bytes)).toBe(LETTERS));

const READING = { subject: 'clients', now: '2026-11-17 11:20:00', timeZone: 'Europe/Belgrade' } as const;
const peopleOf = (text: string) => {
  const read = readText(text, READING);
  if ('table' in read) return cellsOf(read.table).map(({ cells }) => Object.values(cells).filter(Boolean));
  return 'refused' in read ? read.refused : [];
};

test.each([
  [
    'semicolons',
    'Ime;Telefon\r\nAna, Beograd;064 1\r\nMila;065 2\r\n',
    [
      ['Ana, Beograd', '064 1'],
      ['Mila', '065 2'],
    ],
  ],
  [
    'commas',
    'Ime,Telefon\nAna,064 1\n"Ilić, Mila",065 2\n',
    [
      ['Ana', '064 1'],
      ['Ilić, Mila', '065 2'],
    ],
  ],
  [
    'tabs',
    'Ime\tTelefon\nAna\t064 1\nMila\t065 2\n',
    [
      ['Ana', '064 1'],
      ['Mila', '065 2'],
    ],
  ],
  ['a separator line', 'sep=;\r\nIme;Telefon\r\nAna;064 1\r\n', [['Ana', '064 1']]],
  ['a note with a line break', 'Ime;Telefon;Beleška\nAna;064 1;"a\nb"\n', [['Ana', '064 1', 'a\nb']]],
])('parses a file with %s', (_, text, people) => expect(peopleOf(text)).toEqual(people));

test.each([
  ['an empty file', '', 'Fajl je prazan.'],
  ['a blank file', ' \r\n', 'Fajl je prazan.'],
  ['a file with only a heading', 'Ime;Telefon\r\n', 'U fajlu nema nijednog reda ispod zaglavlja.'],
  ['an Excel file', 'PK\u0003\u0004…', 'Ovo nije CSV fajl. Sačuvajte kao CSV.'],
  [
    'a file with 5001 rows',
    `Ime;Telefon\n${'Ana;1\n'.repeat(5001)}`,
    'U fajlu je 5.001 red, a odjednom može najviše 5.000. Podelite ga na više fajlova.',
  ],
])('rejects %s', (_, text, refused) => expect(peopleOf(text)).toBe(refused));

test('files of 5000 rows or of 10 MB are accepted; a file of 10 MB and one byte is refused', async () => {
  expect(peopleOf(`Ime;Telefon\n${'Ana;1\n'.repeat(5000)}`)).toHaveLength(5000);
  const file = (bytes: number) => new File([`Ime;Telefon\nAna;${'1'.repeat(bytes - 16)}`], 'a.csv');
  expect(await readFile(file(10_000_000), READING)).toHaveProperty('table');
  expect(await readFile(file(10_000_001), READING)).toEqual({
    refused: 'Fajl je prevelik. Može da ima najviše 10 MB.',
  });
});

test('the import reads the file that the export writes, including cells that look like formulas', () => {
  const rows = [
    {
      name: 'Đurđa "Đole" Šćepanović',
      phone: '+381 64 100-200',
      email: 'dj@primer.rs',
      city: 'Niš; Palilula',
      notes: 'a\nb ::: c',
    },
    { name: '=1+1', phone: '064 1', email: null, city: '@x', notes: '-1' },
  ];
  const text = peopleCsv(rows as ListedPerson[]);
  expect(text).toContain("'=1+1");
  const read = readText(decodeText(utf8(text)), READING);
  const cells = 'table' in read ? cellsOf(read.table).map((person) => person.cells) : [];
  expect(cells).toEqual(rows.map((row) => ({ ...row, email: row.email ?? '' })));
});
