import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { step } from '../../migrations/0019-bookings-and-people/index.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** The hash of a migration's files except index.ts, which contains the hash. */
function hashOf(folder: string): string {
  const names = readdirSync(join(MIGRATIONS, folder)).filter((name) => name !== 'index.ts');
  const files = names.sort().map((name) => readFileSync(join(MIGRATIONS, folder, name), 'utf8'));
  return createHash('sha256').update(files.join('\n')).digest('hex');
}

test.each([['0019-bookings-and-people', step]])(
  'the step of the migration %s has the hash of its files, so that a changed step is another migration',
  (folder, { hash }) => {
    const right = hashOf(folder);
    expect(hash, `the hash of ${folder} is ${right}`).toBe(right);
  },
);
