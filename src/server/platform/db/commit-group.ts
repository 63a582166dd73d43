import type { DatabaseSync } from 'node:sqlite';
import type { Version } from './version.ts';

const MOST_TRANSACTIONS = 32;
const LONGEST_MS = 10;

/** SQLite's error code for a statement that was aborted because another statement rolled the transaction back. */
const ABORT_ROLLBACK = 516;

/** The open group. `written` resolves when all its transactions are on the disk. */
interface Group {
  readonly written: PromiseWithResolvers<void>;
  readonly beganAt: number;
  count: number;
  isBusy: boolean;
  /** True once a transaction has completed, so that there is something to commit. */
  hasWork: boolean;
  /** True while a check is scheduled for the next turn of the event loop. The check commits unless more transactions have joined. */
  isEndScheduled: boolean;
}

/** Lets consecutive transactions, each a savepoint, share one commit, so that they wait for the disk only once. docs/decisions/0010-custom-sqlite-driver.md */
export class CommitGroup {
  readonly #file: DatabaseSync;
  readonly #version: Version;
  /** True while a queued transaction that may join the group is about to start. */
  readonly #isAwaited: () => boolean;
  #open: Group | null = null;
  constructor(file: DatabaseSync, version: Version, isAwaited: () => boolean) {
    this.#file = file;
    this.#version = version;
    this.#isAwaited = isAwaited;
  }

  /** Begins a transaction in the open group. Opens a group if there is none. Throws SQLite's error if the file cannot be written. */
  begin(): void {
    if (!this.#open) {
      this.#version.beginTransaction();
      this.#file.exec('begin immediate'); // a deferred transaction that reads before it writes can fail with SQLITE_BUSY_SNAPSHOT
      const written = Promise.withResolvers<void>();
      written.promise.catch(() => undefined); // prevents an unhandled rejection if the commit fails while no transaction waits for this promise
      const beganAt = performance.now();
      this.#open = { written, beganAt, count: 0, isBusy: false, hasWork: false, isEndScheduled: false };
    }
    this.#file.exec('savepoint one');
    this.#open.count++;
    this.#open.isBusy = true;
  }

  /** Completes the transaction. Resolves when the transaction is on the disk, rejects if the commit fails. */
  done(): Promise<void> {
    if (this.#open) this.#open.hasWork = true;
    return this.#leave('release one');
  }

  /** Rolls the transaction back. Resolves after the group's commit, because the failure may come from another transaction's uncommitted rows. */
  undo(): Promise<void> {
    if (this.#file.isTransaction) return this.#leave('rollback to one; release one');
    // SQLite itself has rolled back the whole group, for example because the disk is full
    this.#fail(
      Object.assign(new Error('rolled back together with another transaction'), { errcode: ABORT_ROLLBACK }),
    );
    return Promise.resolve();
  }

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

  /** Commits in the next turn of the event loop, unless more transactions are running or queued then: those join the group first. */
  #endSoon(group: Group): void {
    if (group.isEndScheduled) return;
    group.isEndScheduled = true;
    setImmediate(() => {
      group.isEndScheduled = false;
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
