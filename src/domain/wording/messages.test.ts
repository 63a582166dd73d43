import { expect, test } from 'vitest';
import { DEFAULT_MESSAGES, unknownPlaceholder } from './messages.ts';

test.each([
  ['a text without braces', 'Vidimo se!', undefined],
  ['every known placeholder', '{ime} {datum} {vreme} {usluga} {salon} {link}', undefined],
  ['a misspelt one', 'Zdravo {imee}', '{imee}'],
  ['one with a space', '{ ime}', '{ ime}'],
  ['an empty one', 'a {} b', '{}'],
  ['one that is never closed', '{ime', '{'],
  ['one that was never opened', 'ime}', '}'],
  ['one inside another', '{{ime}}', '{'],
])('the unknown placeholder of %s', (_what, text, unknown) => {
  expect(unknownPlaceholder(text)).toBe(unknown);
});

test.each(Object.entries(DEFAULT_MESSAGES))('the default %s names only what is known', (_name, text) => {
  expect(unknownPlaceholder(text)).toBeUndefined();
});
