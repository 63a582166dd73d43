import { sql } from 'kysely';
import { clashOf } from './clashes.ts';
import { CannotOpen, type OpenDatabase } from './open.ts';

/** A certificate's error may be of several lines. */
const asSentence = (message: string): string => message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');

/**
 * Tries whether PostgreSQL lets this program in. What goes wrong here is a mistake in DATABASE_URL, and most of it has no code
 * to know it by later: a password that is missing, TLS, a certificate. pg's messages hold no password.
 */
export async function connectFirst({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === 'sqlite') return;
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    if (clashOf(error) === 'away') throw error; // has its own line
    const { message } = error as Error;
    throw new CannotOpen(`PostgreSQL refuses DATABASE_URL: ${asSentence(message)}.`, { cause: error });
  }
}
