/** Generates pseudorandom numbers from a seed (mulberry32): equal seeds give equal numbers. */
export interface Chance {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns true with the probability `share`. */
  is(share: number): boolean;
  /** Returns a random element of the list. */
  of<T>(list: readonly T[]): T;
  /** Returns a random integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
}

export function chanceFrom(seed: string): Chance {
  let state = 0;
  for (const character of seed) state = (Math.imul(state, 31) + character.charCodeAt(0)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    is: (share) => next() < share,
    of: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
  };
}
