import type { PostgresQueryResult } from 'kysely';

type Result = PostgresQueryResult<unknown>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection that takes a statement before it has answered the one before. */
export interface Pipelined {
  /** `before`: how many it leaves together with and waits for. */
  ask(statement: Statement, before: number): Promise<Result>;
  /** What is asked meanwhile leaves in one piece. */
  together<T>(asking: () => T): T;
}

/** A loop of inserts is held back no longer than this: they are in memory meanwhile. */
const MOST_HELD_BACK = 16;

const isBegin = (text: string): boolean => text === 'begin' || text.startsWith('start transaction');
const isQuery = (text: string): boolean => text.startsWith('select ');
const isLock = (text: string): boolean => text.startsWith('select pg_advisory_xact_lock(');
/** What PostgreSQL tells others once the transaction is committed. */
const isNotice = (text: string): boolean => text.startsWith('select pg_notify(');
/** An insert that neither returns rows nor may leave some out: all that it can say is that it failed. */
const isPlainInsert = (text: string): boolean =>
  text.startsWith('insert into "') && !/\b(returning|on\s+conflict)\b/i.test(text);

const nothing = (command: 'BEGIN' | 'SELECT' | 'INSERT' | 'COMMIT' | 'ROLLBACK'): Result => ({
  command: command as Result['command'],
  rowCount: 0,
  rows: [],
});

/**
 * The statements of a connection, in fewer round trips: inside a transaction those whose answers nobody reads (BEGIN, locks, plain
 * inserts, notices) leave together with the next one whose answer somebody does, and fail with it. No error is caught inside a transaction,
 * so nobody misses one that comes later; the first is the one that is told. docs/decisions/0027-statements-that-leave-together.md
 */
export class Pipeline {
  readonly #connection: Pipelined;
  #heldBack: Statement[] = [];
  #transaction: 'none' | 'not sent' | 'begun' = 'none';
  constructor(connection: Pipelined) {
    this.#connection = connection;
  }

  query(statement: Statement): Promise<Result> {
    const { text } = statement;
    if (isBegin(text)) {
      this.#heldBack = [statement];
      this.#transaction = 'not sent';
      return Promise.resolve(nothing('BEGIN'));
    }
    if (text === 'rollback' || text === 'commit') return this.#end(statement);
    if (this.#transaction === 'none') return this.#connection.ask(statement, 0);
    if (this.#canWait(text)) {
      this.#heldBack.push(statement);
      return Promise.resolve(nothing(isPlainInsert(text) ? 'INSERT' : 'SELECT'));
    }
    return this.#send(statement);
  }

  #canWait(text: string): boolean {
    if (this.#heldBack.length >= MOST_HELD_BACK) return false;
    return isLock(text) || (this.#transaction === 'begun' && (isPlainInsert(text) || isNotice(text)));
  }

  async #send(statement: Statement): Promise<Result> {
    if (this.#transaction === 'not sent') {
      this.#transaction = 'begun';
      // behind a BEGIN that fails, a query does no harm, and a change would be a transaction of its own
      if (!isQuery(statement.text)) await this.#askTogether(this.#takeHeldBack());
    }
    return this.#askTogether([...this.#takeHeldBack(), statement]);
  }

  #takeHeldBack(): Statement[] {
    const heldBack = this.#heldBack;
    this.#heldBack = [];
    return heldBack;
  }

  /** Asks all at once and waits for all. Gives the last one's answer, or throws the first error. */
  async #askTogether(statements: readonly Statement[]): Promise<Result> {
    const asked = this.#connection.together(() =>
      statements.map((statement, before) => this.#connection.ask(statement, before)),
    );
    const answers = await Promise.allSettled(asked);
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    return Promise.all(asked).then((results) => results.at(-1) ?? nothing('SELECT'));
  }

  /** A transaction that has asked nothing ends without a word. */
  async #end(statement: Statement): Promise<Result> {
    const transaction = this.#transaction;
    const heldBack = this.#takeHeldBack();
    this.#transaction = 'none';
    const isCommit = statement.text === 'commit';
    if (transaction === 'not sent') return nothing(isCommit ? 'COMMIT' : 'ROLLBACK');
    return this.#askTogether(isCommit ? [...heldBack, statement] : [statement]);
  }
}
