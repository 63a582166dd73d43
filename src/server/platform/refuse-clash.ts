import type { RefusalCode } from '#contract/refusals.ts';
import { type Clash, clashOf } from './db/clashes.ts';
import { refuse } from './refuse.ts';

/**
 * Words what the database guarantees: `refuseClash(inTransaction(…), { overlap: 'move_refused' })`. Around a transaction, never
 * inside one: there a caught error would lose the rest on PostgreSQL and commit it on SQLite.
 */
export async function refuseClash<T>(
  work: Promise<T>,
  words: Partial<Record<Exclude<Clash, undefined>, RefusalCode>>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const clash = clashOf(error);
    const code = clash && words[clash];
    if (code) refuse(code);
    throw error;
  }
}
