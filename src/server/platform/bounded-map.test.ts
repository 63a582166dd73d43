import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('a full BoundedMap evicts its oldest entry; an entry that is set again counts as the newest', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
