import { AppError, refuse } from '../errors.ts';

/** Checks of passwords, and new ones: a crowd of registrations does not hold up a login. */
export type Lane = 'check' | 'new';

const AT_ONCE = 2; // each takes a thread of the pool and 19 MiB
/** Of both together 50 at most, so the last waits for less than a second. docs/spec/behaviour.md §7.2 */
const PLACES: Readonly<Record<Lane, number>> = { check: 30, new: 20 };
const RETRY_SECONDS = 2;

export interface HashQueue {
  /** Holds one of the lane's places while `work` runs; refuses when they are taken. */
  withPlace<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
  /** Waits for this lane's turn; rejects when the caller leaves meanwhile. Each turn ends with `next`. */
  turn(lane: Lane, gone: AbortSignal | undefined): Promise<void>;
  next(): void;
}

/** Two hashes at once; while both lanes wait they take turns, each first come, first served. */
export function makeHashQueue(): HashQueue {
  const places: Record<Lane, number> = { check: 0, new: 0 };
  const waiting: Record<Lane, Set<() => void>> = { check: new Set(), new: new Set() };
  let running = 0;
  let served: Lane = 'new';

  const goOn = (): void => {
    if (running >= AT_ONCE) return;
    const other: Lane = served === 'new' ? 'check' : 'new';
    const lane = waiting[other].size > 0 ? other : served;
    const [first] = waiting[lane];
    if (!first) return;
    waiting[lane].delete(first);
    served = lane;
    running++;
    first();
  };

  return {
    async withPlace(lane, work) {
      if (places[lane] >= PLACES[lane]) refuse('server_busy', { retryAfterSeconds: RETRY_SECONDS });
      places[lane]++;
      try {
        return await work();
      } finally {
        places[lane]--;
      }
    },
    turn(lane, gone) {
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting[lane].delete(begin);
          reject(new AppError('too_slow')); // nobody reads it
        };
        const begin = (): void => {
          gone?.removeEventListener('abort', leave);
          resolve();
        };
        if (gone?.aborted) {
          leave();
          return;
        }
        gone?.addEventListener('abort', leave, { once: true });
        waiting[lane].add(begin);
        goOn();
      });
    },
    next() {
      running--;
      goOn();
    },
  };
}
