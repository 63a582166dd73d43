import type { DatabaseSync } from 'node:sqlite';
import type { Version } from './version.ts';

const MOST_TRANSACTIONS = 32;
const LONGEST_MS = 10;
/** SQLite's own code for what was going on when another rolled back. */
const ABORT_ROLLBACK = 516;

/** What the transactions of a group wait for: that all of them are on the disk. */
interface Group {
  readonly written: PromiseWithResolvers<void>;
  readonly beganAt: number;
  count: number;
  /** One of them is at work. */
  isBusy: boolean;
  /** One of them has done something that has to be written. */
  hasWork: boolean;
  /** Whether to end it is asked at the next turn of the event loop. */
  isAsked: boolean;
}

/**
 * Transactions that come one after the other share one commit, and so one wait for the disk. Each is a savepoint of its own inside
 * the group's transaction: one that fails takes back what it did, and nothing of the others. None is over, and so none is answered,
 * before the group is committed; when that fails, all of the group have failed. docs/decisions/0025-transactions-share-a-commit.md
 */
export class CommitGroup {
  readonly #file: DatabaseSync;
  readonly #version: Version;
  /** Whether somebody is about to be let in, who may join. */
  readonly #isAwaited: () => boolean;
  #open: Group | null = null;
  constructor(file: DatabaseSync, version: Version, isAwaited: () => boolean) {
    this.#file = file;
    this.#version = version;
    this.#isAwaited = isAwaited;
  }

  /** A transaction begins, in the open group or with a new one. Throws SQLite's error where the file can't be written. */
  begin(): void {
    if (!this.#open) {
      this.#version.beginTransaction();
      this.#file.exec('begin immediate'); // a deferred transaction that reads and then writes can fail at once with SQLITE_BUSY_SNAPSHOT
      const written = Promise.withResolvers<void>();
      written.promise.catch(() => undefined); // those who wait for it get the error; perhaps nobody does any more
      const beganAt = performance.now();
      this.#open = { written, beganAt, count: 0, isBusy: false, hasWork: false, isAsked: false };
    }
    this.#file.exec('savepoint one');
    this.#open.count++;
    this.#open.isBusy = true;
  }

  /** The transaction has done its work. Settles when it is on the disk, or has failed. */
  done(): Promise<void> {
    if (this.#open) this.#open.hasWork = true;
    return this.#leave('release one');
  }

  /** It takes back what it did. What it has seen of the others is on the disk before it is told. */
  undo(): Promise<void> {
    if (this.#file.isTransaction) return this.#leave('rollback to one; release one');
    // SQLite has rolled back by itself, as it may when the disk is full: all that the others did is gone with it
    this.#fail(
      Object.assign(new Error('rolled back together with another transaction'), { errcode: ABORT_ROLLBACK }),
    );
    return Promise.resolve();
  }

  /** Commits what is open. */
  end(): void {
    const group = this.#open;
    if (!group) return;
    try {
      this.#file.exec(group.hasWork ? 'commit' : 'rollback');
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#open = null;
    group.written.resolve();
  }

  #leave(command: string): Promise<void> {
    const group = this.#open;
    if (!group) throw new Error('no transaction is open');
    try {
      this.#file.exec(command);
    } catch (error) {
      this.#fail(error);
      return group.written.promise;
    }
    group.isBusy = false;
    if (group.count >= MOST_TRANSACTIONS || performance.now() - group.beganAt > LONGEST_MS) this.end();
    else this.#endSoon(group);
    return group.written.promise;
  }

  /** Those come before who stand in line, or whose requests have arrived by then: whoever leaves last asks again. */
  #endSoon(group: Group): void {
    if (group.isAsked) return;
    group.isAsked = true;
    setImmediate(() => {
      group.isAsked = false;
      if (this.#open !== group || group.isBusy) return;
      if (this.#isAwaited()) this.#endSoon(group);
      else this.end();
    });
  }

  #fail(error: unknown): void {
    const group = this.#open;
    this.#open = null;
    if (this.#file.isTransaction) this.#file.exec('rollback');
    group?.written.reject(error);
  }
}
