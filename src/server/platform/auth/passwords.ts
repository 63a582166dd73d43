import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hashWith = promisify(argon2);

export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}
/** argon2id, 19 MiB, two passes (docs/spec/reliability.md §5). */
const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const AT_ONCE = 2; // each takes a thread of the pool and 19 MiB
const PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

export interface Passwords {
  /** A string that holds the method, its cost, the salt and the hash. */
  hash(password: string): Promise<string>;
  /** Takes as long for `null` (no such account, or no password) as for a real hash. */
  matches(password: string, stored: string | null): Promise<boolean>;
  /** How many hashes have been made; for tests that count what guessing costs. */
  made(): number;
}

function makeGate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

export function makePasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const gated = makeGate(AT_ONCE);
  let made = 0;
  const derive = (password: string, salt: Buffer, { memoryKiB, passes }: PasswordCost): Promise<Buffer> =>
    gated(() => {
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
    });
  const nobody = Buffer.alloc(SALT_BYTES);
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await derive(password, salt, cost);
      const settings = `m=${cost.memoryKiB},t=${cost.passes},p=1`;
      return `$argon2id$v=19$${settings}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
    },
    async matches(password, stored) {
      const [, memory, passes, salt, tag] = PATTERN.exec(stored ?? '') ?? [];
      if (!memory || !passes || !salt || !tag) {
        await derive(password, nobody, cost);
        return false;
      }
      const known = { memoryKiB: Number(memory), passes: Number(passes) };
      const found = await derive(password, Buffer.from(salt, 'base64url'), known);
      return timingSafeEqual(found, Buffer.from(tag, 'base64url'));
    },
    made: () => made,
  };
}
