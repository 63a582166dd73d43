import { describe, expect, test } from 'vitest';
import { phoneDigits, phoneNumber } from './clients/phone.ts';
import { foldSearch, matchesSearch, searchTerms, searchText } from './search.ts';

describe('foldSearch: makes spellings of a name equal', () => {
  test.each([
    [
      'djordjevic',
      ['Đorđević', 'ĐORĐEVIĆ', 'Ђорђевић', 'ЂОРЂЕВИЋ', 'Djordjevic', 'Đorđevic\u0301', ' Ðorđević '],
    ],
    ['ljubica njegos', ['Ljubica Njegoš', 'Љубица Његош', 'ǈubica ǋegoš']],
    ['dzemper', ['Džemper', 'Џемпер', 'ǅemper']],
    ['ccszz', ['čćšžž', 'ЧЋШЖЗ', 'cCsZz']],
    ['ana-marija', ['Ана-Марија', 'ANA-MARIJA', '𝐀na-marija']],
    ['abvgdezijklmnoprstufhc', ['абвгдезијклмнопрстуфхц']],
  ])('foldSearch returns %j for each of its spellings', (folded, writings) => {
    for (const written of writings) expect(foldSearch(written)).toBe(folded);
  });

  test('letters of other languages lose their diacritics', () => {
    expect(foldSearch('Müller Иванић')).toBe('muller ivanic');
    expect(foldSearch('ana@x.rs 12')).toBe('ana@x.rs 12');
  });
});

describe('phoneDigits: makes spellings of a phone number equal', () => {
  test.each([
    [
      '064123',
      [
        '064123',
        '064 123',
        '064/12-3',
        '+381 64 123',
        '+38164123',
        '00381 64 123',
        '+381 (0)64 123',
        '(064) 123',
        '381 64 123',
        '381 (0)64 123',
        '64 123',
        '64/123',
      ],
    ],
    [
      '064123400',
      ['064 123 400', '+381 64/123-400', '38164123400', '3810 64 123 400', '64123400', '0038164123400'],
    ],
    ['0111234567', ['011 123 4567', '11 123 4567', '+381 11 123 4567', '381 11 123 4567']],
    ['1234567', ['123 45 67']],
    ['4917112345678', ['49 171 12345678']],
    ['0049171', ['+49 171', '0049171']],
    ['381', ['381']],
    ['', ['', '-']],
  ])('phoneDigits returns %j for each of its spellings', (digits, writings) => {
    for (const written of writings) expect(phoneDigits(written)).toBe(digits);
  });
});

const djurdja = searchText(['Đurđa Đorđević', 'djole@posta.rs', 'Čačak'], '+381 64 123-456');
const ana = searchText(['Ана Ћирић', null, null], null);

describe('matchesSearch: whether a query finds a text', () => {
  test.each([
    ['', djurdja, true],
    ['  ', djurdja, true],
    ['djordjevic', djurdja, true],
    ['ĐORĐ', djurdja, true],
    ['ђорђевић', djurdja, true],
    ['dordevic', djurdja, true],
    ['durda', djurdja, true],
    ['Đorđević Đurđa', djurdja, true],
    ['jord', djurdja, true],
    ['cacak', djurdja, true],
    ['ČAČ', djurdja, true],
    ['Posta.RS', djurdja, true],
    ['064', djurdja, true],
    ['064 123', djurdja, true],
    ['0641', djurdja, true],
    ['+381 64', djurdja, true],
    ['+38164123456', djurdja, true],
    ['38164123456', djurdja, true],
    ['64123456', djurdja, true],
    ['4123456', djurdja, true],
    ['123456', djurdja, true],
    ['123-4', djurdja, true],
    ['đorđević +381', djurdja, true],
    ['djordje 065', djurdja, false],
    ['065', djurdja, false],
    ['djordjevic ana', djurdja, false],
    ['rsčačak', djurdja, false],
    ['c', ana, true],
    ['ciric', ana, true],
    ['Ana Ć', ana, true],
    ['0', ana, false],
    ['null', ana, false],
  ])('whether the query %j matches: $2', (query, text, found) => {
    expect(matchesSearch(query, text)).toBe(found);
  });
});

test('a query is split into words, unless it is a phone number', () => {
  expect(searchTerms(' Ana  Ćirić ')).toEqual(['ana', 'ciric']);
  expect(searchTerms('+381 64/123')).toEqual(['064123']);
  expect(searchTerms('ana 064')).toEqual(['ana', '064']);
  expect(searchTerms('-')).toEqual(['-']);
  expect(searchTerms('')).toEqual([]);
});

test.each([
  [null, null],
  ['', null],
  ['+', null],
  [' - ', null],
  [undefined, null],
  ['0', '0'],
  ['+381 64/1', '0641'],
  ['381 64/1', '0641'],
  ['64/1', '0641'],
  ['064 123 4567', '+381641234567'],
  ['+381 (0)64 123-4567', '+381641234567'],
  ['00381 64 1234567', '+381641234567'],
  ['64 1234567', '+381641234567'],
  ['021 555 018', '+38121555018'],
  ['06412345', '06412345'],
  ['064123456', '+38164123456'],
  ['0641234567', '+381641234567'],
  ['06412345678', '06412345678'],
  ['+49 (0)170 1234567', '+491701234567'],
  ['0049 170 1234567', '+491701234567'],
  ['+1234567', '001234567'],
  ['+12345678', '+12345678'],
  ['+123456789012345', '+123456789012345'],
  ['+1234567890123456', '001234567890123456'],
])('the normal form of the phone number %j is %j', (phone, number) => {
  expect(phoneNumber(phone)).toBe(number);
});
