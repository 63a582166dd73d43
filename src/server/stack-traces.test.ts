import { expect, test } from 'vitest';
import { readMap } from './stack-traces.ts';

test.each([
  ['cannot be read', import.meta.dirname],
  ['is half written', import.meta.filename],
  ['is missing', `${import.meta.filename}.map`],
])('reading a source map that %s does not throw', (_, path) => {
  expect(readMap(path)).toBeUndefined();
});
