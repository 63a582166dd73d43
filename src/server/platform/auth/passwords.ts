import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
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

const hashWith = promisify(argon2);

export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}
/** argon2id, 19 MiB, two passes (docs/spec/reliability.md §5). */
const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Takes as long for `null` (no such account, or no password) as for a real hash. */
type Matches = (password: string, stored: string | null) => Promise<boolean>;

export interface Passwords {
  /** A string that holds the method, its cost, the salt and the hash. Refuses when too many wait; `gone`: the caller has left. */
  hash(password: string, gone?: AbortSignal): Promise<string>;
  /**
   * Keeps a place in the queue for one check. Without a place it refuses before `work` begins: before an attempt is counted, an
   * account is looked up or the password is read.
   */
  check<T>(gone: AbortSignal, work: (matches: Matches) => Promise<T>): Promise<T>;
  /** How many hashes have been made; for tests that count what guessing costs. */
  made(): number;
}

export function makePasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const queue = makeHashQueue();
  let made = 0;
  const derive = (password: string, salt: Buffer, { memoryKiB, passes }: PasswordCost): Promise<Buffer> => {
    made++;
    const message = Buffer.from(password.normalize('NFC'));
    return hashWith('argon2id', {
      message,
      nonce: salt,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory: memoryKiB,
      passes,
    });
  };
  const nobody = Buffer.alloc(SALT_BYTES);
  const inTurn = async <T>(lane: Lane, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    await queue.turn(lane, gone);
    try {
      return await work();
    } finally {
      queue.next();
    }
  };
  const matches = async (password: string, stored: string | null): Promise<boolean> => {
    const [, memory, passes, salt, tag] = PATTERN.exec(stored ?? '') ?? [];
    if (!memory || !passes || !salt || !tag) {
      await derive(password, nobody, cost);
      return false;
    }
    const known = { memoryKiB: Number(memory), passes: Number(passes) };
    const found = await derive(password, Buffer.from(salt, 'base64url'), known);
    return timingSafeEqual(found, Buffer.from(tag, 'base64url'));
  };
  return {
    hash: (password, gone) =>
      queue.withPlace('new', () =>
        inTurn('new', gone, async () => {
          const salt = randomBytes(SALT_BYTES);
          const tag = await derive(password, salt, cost);
          const settings = `m=${cost.memoryKiB},t=${cost.passes},p=1`;
          return `$argon2id$v=19$${settings}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
        }),
      ),
    check: (gone, work) =>
      queue.withPlace('check', () =>
        work((password, stored) => inTurn('check', gone, () => matches(password, stored))),
      ),
    made: () => made,
  };
}
