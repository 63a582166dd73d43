/** A generator of random numbers that depend only on a seed (mulberry32). */
export interface Chance {
  /** A number from 0 to below 1. */
  next(): number;
  /** True with this probability. */
  is(share: number): boolean;
  /** A random element. */
  of<T>(list: readonly T[]): T;
  /** A random integer from `min` to `max`, both included. */
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
