import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, refuse } from '../errors.ts';

/** Password checks and new passwords have separate queues, so that many registrations do not delay a login. */
export type Lane = 'check' | 'new';

const AT_ONCE = 2; // each hash needs a thread and 19 MiB

/** The size of each queue. Both together have 50 places, so that no request waits longer than a second. docs/spec/behaviour.md §7.2 */
const PLACES: Readonly<Record<Lane, number>> = { check: 30, new: 20 };
const RETRY_SECONDS = 2;

/** Computes at most two hashes at a time. Starts them in order of arrival; if both queues have waiting requests, alternates between them. */
export function makeHashQueue() {
  const places: Record<Lane, number> = { check: 0, new: 0 };
  const waiting: Record<Lane, Set<() => void>> = { check: new Set(), new: new Set() };
  let running = 0;
  let served: Lane = 'new';

  const startNext = (): void => {
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
    /** Runs `work`, which occupies one place of the lane until `work` ends. Refuses if all places of the lane are taken. */
    async withPlace<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
      if (places[lane] >= PLACES[lane]) refuse('server_busy', { retryAfterSeconds: RETRY_SECONDS });
      places[lane]++;
      try {
        return await work();
      } finally {
        places[lane]--;
      }
    },
    /** Waits until a hash may be computed. Rejects if the client disconnects meanwhile. Call `next` after the hash. */
    turn(lane: Lane, disconnected: AbortSignal | undefined): Promise<void> {
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting[lane].delete(begin);
          reject(new AppError('too_slow')); // no caller reads this error: the connection is closed
        };
        const begin = (): void => {
          disconnected?.removeEventListener('abort', leave);
          resolve();
        };
        if (disconnected?.aborted) {
          leave();
          return;
        }
        disconnected?.addEventListener('abort', leave, { once: true });
        waiting[lane].add(begin);
        startNext();
      });
    },
    next(): void {
      running--;
      startNext();
    },
  };
}

const hashWith = promisify(argon2);

export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** The cost of argon2id: 19 MiB and two passes (docs/spec/reliability.md §5). */
const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Compares a password with a stored hash. null (an unknown account) takes the same time, so that timing reveals nothing. */
type Matches = (password: string, stored: string | null) => Promise<boolean>;

export interface Passwords {
  /** Returns method, cost, salt and hash as one string. Refuses if the queue is full. `disconnected` cancels the wait. */
  hash(password: string, disconnected?: AbortSignal): Promise<string>;
  /** Runs `work`, which counts the login attempt and calls `matches`. Refuses without running it if the queue for hashing is full. */
  check<T>(disconnected: AbortSignal, work: (matches: Matches) => Promise<T>): Promise<T>;
  made(): number;
}

function argon2id(password: string, salt: Buffer, { memoryKiB, passes }: PasswordCost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  const tag = { parallelism: 1, tagLength: TAG_BYTES };
  return hashWith('argon2id', { message, nonce: salt, ...tag, memory: memoryKiB, passes });
}

export function makePasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const queue = makeHashQueue();
  let made = 0;
  const derive: typeof argon2id = (...input) => {
    made++;
    return argon2id(...input);
  };
  const nobody = Buffer.alloc(SALT_BYTES);
  const inTurn = async <T>(lane: Lane, disconnected: AbortSignal | undefined, work: () => Promise<T>) => {
    await queue.turn(lane, disconnected);
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
    hash: (password, disconnected) =>
      queue.withPlace('new', () =>
        inTurn('new', disconnected, async () => {
          const salt = randomBytes(SALT_BYTES);
          const tag = await derive(password, salt, cost);
          const settings = `m=${cost.memoryKiB},t=${cost.passes},p=1`;
          return `$argon2id$v=19$${settings}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
        }),
      ),
    check: (disconnected, work) =>
      queue.withPlace('check', () =>
        work((password, stored) => inTurn('check', disconnected, () => matches(password, stored))),
      ),
    made: () => made,
  };
}
