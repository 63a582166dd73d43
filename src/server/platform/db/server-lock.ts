import { DatabaseSync } from 'node:sqlite';

const held = new Set<DatabaseSync>(); // a handle that nobody keeps is closed by the garbage collector, and the lock with it

const isBusy = (error: unknown): boolean => (((error as { errcode?: number }).errcode ?? 0) & 255) === 5;

/**
 * One server per SQLite file: an operating-system lock through SQLite on a small database beside it. It is gone the moment the
 * process is, however it ends. node:fs must never touch that file or the database while they are open: closing its handle would
 * drop the process's locks. Returns undefined when another process holds it.
 */
export function holdServerLock(databasePath: string, waitMs: number): { release(): void } | undefined {
  const lock = new DatabaseSync(`${databasePath}-lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}
