import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Lane, makeHashQueue } from './hash-queue.ts';

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
