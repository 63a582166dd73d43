import { expect, test } from 'vitest';
import { type ImportField, importTable } from './columns.ts';

const ALL = ['name', 'phone', 'email', 'city', 'notes'] as const;

test.each<[string, readonly string[], readonly ImportField[] | null]>([
  ['Serbian', ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Beleška'], ALL],
  ['capitals without diacritics', ['IME', 'MOBILNI', 'E-MAIL', 'GRAD', 'NAPOMENA'], ALL],
  ['Cyrillic', ['Име и презиме', 'Телефон', 'Мејл', 'Град', 'Белешка'], ALL],
  ['English', ['Name', 'Phone', 'E-mail', 'City', 'Notes'], ALL],
  [
    'of a Google export',
    ['First Name', 'Last Name', 'Notes', 'E-mail 1 - Value', 'Phone 1 - Value', 'Address 1 - City'],
    ALL,
  ],
  [
    'of an Outlook export',
    ['First Name', 'Last Name', 'E-mail Address', 'Mobile Phone', 'Home City'],
    ['name', 'phone', 'email', 'city'],
  ],
  ['with unknown columns', ['Rb', 'Prezime', 'Ime', 'Tel.', 'Kartica'], ['name', 'phone']],
  ['of one column', ['Ime'], ['name']],
  ['no known heading', ['Ana Ilić', '064 123456'], null],
  ['only one of two cells is a known heading', ['Ana Ilić', 'Grad'], null],
])('the recognized columns of a first row (%s): $2', (_, heading, recognised) => {
  expect(importTable([heading, ['x']]).recognised).toEqual(recognised);
});

const only = (rows: readonly (readonly string[])[]) => importTable(rows).people[0]?.cells;

test('columns for name and surname are joined with the name first, unless there is a column for the full name', () => {
  expect(
    only([
      ['Prezime', 'Ime', 'Telefon'],
      ['Ilić', ' Ana  Marija ', '1'],
    ])?.name,
  ).toBe('Ana Marija Ilić');
  expect(
    only([
      ['Ime i prezime', 'Ime', 'Telefon'],
      ['Ana Ilić', 'Ana', '1'],
    ])?.name,
  ).toBe('Ana Ilić');
});

test('without a heading row, the first row is a person, and the columns have their usual order', () => {
  expect(importTable([['Ana', '064 1', 'a@a.rs', 'Niš', 'n', 'više']])).toEqual({
    recognised: null,
    people: [{ line: 1, cells: { name: 'Ana', phone: '064 1', email: 'a@a.rs', city: 'Niš', notes: 'n' } }],
  });
});

test('empty rows are skipped but counted, so that line numbers are those of a spreadsheet', () => {
  const { people } = importTable([[''], ['Ime', 'Telefon'], ['Ana', '1'], ['', ' '], ['Mila', '2']]);
  expect(people.map(({ line, cells }) => [line, cells.name])).toEqual([
    [3, 'Ana'],
    [5, 'Mila'],
  ]);
});

test.each([
  ['064.123.456', '064 123 456'],
  ['064\u00a0123\u2013456', '064 123-456'],
  ['\u202a+381 64 1\u202c', '+381 64 1'],
  ['064 1 ::: 065 2', '064 1'],
  ['-', ''],
])('phone %j is read as %j', (phone, read) => {
  expect(
    only([
      ['Ime', 'Telefon'],
      ['Ana', phone],
    ])?.phone,
  ).toBe(read);
});

test('the phone number comes from the first phone column that is not empty', () => {
  expect(
    only([
      ['Name', 'Home Phone', 'Mobile Phone'],
      ['Ana', '', '065 1'],
    ])?.phone,
  ).toBe('065 1');
});
