import { expect, test } from 'vitest';
import { mostUsed, suggestionsFor, workText } from './work.ts';

test('the values of a visit are one line', () => {
  expect(workText([{ value: 'OPI N25' }, { value: 'badem' }])).toBe('OPI N25, badem');
  expect(workText([])).toBe('');
});

test.each([
  ['the most used value comes first', ['a', 'b', 'b'], ['b', 'a']],
  ['of equally used values the later one comes first', ['b', 'a', 'a', 'b', 'c'], ['b', 'a', 'c']],
  ['without values there is none', [], []],
])('%s', (_, values, expected) => expect(mostUsed(values)).toEqual(expected));

const KNOWN = ['OPI N25', 'OPI N52', 'OPI NL 61', 'OPI N99', 'Šellac 5', 'badem'];
test.each([
  ['an empty field suggests the three most used', '', ['OPI N25', 'OPI N52', 'OPI NL 61']],
  ['a beginning suggests three that continue it', 'opi n', ['OPI N25', 'OPI N52', 'OPI NL 61']],
  ['letters without marks find those with', 'sel', ['Šellac 5']],
  ['a complete value suggests itself no more', 'badem', []],
  ['a middle finds nothing', 'adem', []],
])('%s', (_, typed, expected) => expect(suggestionsFor(typed, KNOWN)).toEqual(expected));
