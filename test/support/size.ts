/** How long tests wait for events that happen immediately on an idle machine. The test machine may be busy. */
export const WAIT_MS = 30_000;

/** Retries tests that fail a time limit (`toBeLessThan`), because a busy machine may delay them. Other failures are not retried. */
export const AGAIN = { retry: { count: 2, condition: /to be less than/ } };

/** True in the large run (`npm run test:hard`), false in the small run (`npm test`). */
export const isHard = process.env.TEST_SIZE === 'hard';
export const bySize = <T>(small: T, large: T): T => (isHard ? large : small);

const ROUNDS = 40; // many measurements, because other processes may disturb one
const SPIN_US = 20_000;

const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Measures how much of a core this process gets: 1 on an idle machine, less if other processes are busy. */
export function shareOfCore(): number {
  const began = performance.now();
  const cpuAtStart = cpuMicros();
  let used = 0;
  while (used < SPIN_US) used = cpuMicros() - cpuAtStart;
  return Math.min(1, used / 1000 / (performance.now() - began));
}

/** Converts a time measured just now into the time that an idle machine would need. */
export const onIdleMachine = (ms: number): number => ms * shareOfCore();

/**
 * Repeats a request until it takes less than `limitMs`, and returns the shortest time in ms. Does not count the time in
 * which the process waited for a core of a busy machine.
 */
export async function quickestMs(request: () => Promise<unknown>, limitMs: number): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && quickest >= limitMs; round++) {
    const before = shareOfCore();
    const began = performance.now();
    await request();
    const took = performance.now() - began;
    quickest = Math.min(quickest, took * Math.max(before, shareOfCore()));
  }
  return quickest;
}
