/** A new seed each run, printed, so that what failed can be asked again: SEED=… npm test. */
export function seedOf(what: string): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`seed of ${what}: ${seed}`);
  return seed;
}
