import { expect, test } from 'vitest';
import { PHONE_PATTERN } from '../limits.ts';
import { matchesSearch, searchText } from '../search.ts';
import { readEmail, readName, readPhone } from './contact.ts';
import { dialled, phoneNumber } from './phone.ts';

test.each([
  ['064 123 45 67', '064 123 45 67'],
  ['\u202a+381\u00a064\u00a01234567\u202c', '+381 64 1234567'],
  ['064.123.45.67', '064 123 45 67'],
  ['064\u20131234567', '064-1234567'],
  ['064\u2212123\u2011456', '064-123-456'],
  ['tel:+381641234567', '+381641234567'],
  ['TEL: 064/123-4567', '064/123-4567'],
  ['\uff10\uff16\uff14 1234567', '064 1234567'],
  ['064 · 123 · 4567', '064 123 4567'],
  ['064\t1234567\n', '064 1234567'],
])('the typed phone number %j is read as %j', (typed, read) => {
  expect(readPhone(typed)).toBe(read);
  expect(read).toMatch(PHONE_PATTERN);
});

test.each(['abc', '064 1234567 mob', '064#1234567', 'od 9 do 17'])(
  'the text %j stays no phone number',
  (typed) => {
    expect(readPhone(typed)).not.toMatch(PHONE_PATTERN);
  },
);

test.each([
  '64 1234567',
  '+381 (0)64 1234567',
  '00381 (0) 64/123-4567',
  '064.123.45.67',
  '\u202a0641234567\u202c',
])('all spellings of a number have one form for comparing and for links: %j', (typed) => {
  expect(phoneNumber(readPhone(typed))).toBe('+381641234567');
  expect(dialled(typed)).toBe('+381641234567');
});

test.each([
  ['ana@primer.rs', 'ana@primer.rs'],
  ['ana@\u200bprimer.rs', 'ana@primer.rs'],
  ['\ufeff ana@primer.rs\u00a0', 'ana@primer.rs'],
  ['mailto:ana@primer.rs', 'ana@primer.rs'],
  ['<Ana@primer.rs>', 'Ana@primer.rs'],
])('the typed email address %j is read as %j', (typed, read) => {
  expect(readEmail(typed)).toBe(read);
});

test.each([
  ['  Ana \u00a0 Anić\u200e ', 'Ana Anić'],
  ['Đurđa', 'Đurđa'],
  ['7', '7'],
  ['—', ''],
  ['\u200b\u00ad', ''],
  ['😀', ''],
  ['...', ''],
])('the typed name %j is read as %j', (typed, read) => {
  expect(readName(typed)).toBe(read);
});

test.each(['\u202a064 123 45 67\u202c', '064.123.45.67', '064–1234567', 'tel:+381641234567', '+381 64 123'])(
  'a search for %j finds the number',
  (query) => {
    expect(matchesSearch(query, searchText(['Ana Anić'], '064/1234567'))).toBe(true);
  },
);
