import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Trx } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Platform } from '../http/request.ts';
import type { StopSignals } from './jobs.ts';

export interface Claimed {
  readonly id: number;
  readonly kind: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  readonly visible_at: number;
  readonly next_try_at: number;
}
const CLAIMED = ['id', 'kind', 'attempts', 'visible_at', 'next_try_at'] as const;

export type Outcome =
  | { readonly outcome: 'sent' }
  /** The message was permanently rejected: its row will not be tried again. */
  | { readonly outcome: 'refused'; readonly why: string }
  /** The message is obsolete: its row will not be tried again, and nothing is logged. */
  | { readonly outcome: 'dropped'; readonly why: string }
  /** The message was certainly not sent. `isServiceDown` means that other messages of the channel would fail too. */
  | {
      readonly outcome: 'failed';
      readonly why: string;
      readonly retryAfterMs?: number;
      readonly isServiceDown?: boolean;
    }
  /** The service has taken the message and says later what became of it. */
  | { readonly outcome: 'accepted' }
  /** The message was sent, but the service did not reply, so it may have accepted the message. */
  | { readonly outcome: 'unknown'; readonly why: string };

export const dropped = (why: string): Outcome => ({ outcome: 'dropped', why });

/** A table of messages to send, and the order in which they are claimed. */
export interface Queue {
  readonly table: 'outbox' | 'push_outbox' | 'sms_outbox';
  /** The columns that the channel's `send` needs in addition to those of `Claimed`. */
  readonly columns: readonly (string | RawBuilder<unknown>)[];
  /** A row is pending while all of these columns are null. */
  readonly endedBy: readonly string[];
  readonly order: RawBuilder<unknown>;
  /** Rows with the same values in these columns have the same recipient and subject: they are sent one by one, oldest first. */
  readonly inOrderBy: readonly string[];
  /** Whether a row whose `visible_at` is in the future delays the later rows of the same recipient and subject. */
  readonly waitsForInvisible: boolean;
  /** Minutes to wait after the first failed attempt, the second, and so on. A row that fails after the last wait is given up. */
  readonly retryMinutes: readonly number[];
}

type State = 'sent' | 'unknown' | 'failed' | 'given up';

/** How the rows of a queue are sent. docs/decisions/0007-outbox.md */
export interface Channel<Row extends Claimed> extends Queue {
  readonly name: 'mail' | 'push' | 'sms';
  readonly maxAgeMs: number;
  readonly concurrency: number;
  readonly resendsUnknown: boolean;
  /** Returns the columns to set to null when the row gets this state. */
  cleared?(row: Row, state: State): Readonly<Record<string, null>>;
  /** SQL that is true for due rows that must wait until the delivery of a row in flight has ended. */
  mustWait?(inFlight: readonly Row[]): RawBuilder<unknown> | undefined;
  prepare?(): Promise<unknown>;
  /** Records elsewhere that the message of this row was sent, in the same transaction. */
  sent?(trx: Trx, row: Row, nowMs: number): Promise<void>;
  send(row: Row, abort: AbortSignal): Promise<Outcome>;
}

const MINUTE_MS = 60_000;
const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
const isPending = ({ endedBy }: Queue, alias: string) =>
  all(endedBy.map((column) => sql`${sql.ref(`${alias}.${column}`)} is null`));

function isItsTurn(queue: Queue, nowMs: number) {
  const isSame = (column: string) => sql`${sql.ref(`earlier.${column}`)} = ${sql.ref(`due.${column}`)}`;
  const isVisible = queue.waitsForInvisible ? [] : [sql`earlier.visible_at <= ${nowMs}`];
  const isEarlier = [...queue.inOrderBy.map(isSame), sql`earlier.id < due.id`, ...isVisible];
  return sql`not exists (select 1 from ${sql.table(queue.table)} as "earlier"
    where ${all(isEarlier)} and ${isPending(queue, 'earlier')})`;
}

const firstDue = (queue: Queue, nowMs: number, mustWait: RawBuilder<unknown> = sql`false`) => sql<{
  id: number;
  attempts: number;
}>`
  select id, attempts from ${sql.table(queue.table)} as "due"
  where ${isPending(queue, 'due')} and visible_at <= ${nowMs} and next_try_at <= ${nowMs}
    and ${isItsTurn(queue, nowMs)} and not ${mustWait}
  order by ${queue.order}, next_try_at, id limit 1`;

/** Claims the first due row, if any. The same statement sets the next attempt: no lock is held while sending, and no crash loses a row. */
export async function claimNext<Row extends Claimed>(
  db: Db,
  queue: Queue,
  nowMs: number,
  mustWait?: RawBuilder<unknown>,
): Promise<Row | undefined> {
  const { table, columns, retryMinutes } = queue;
  for (;;) {
    const [due] = (await firstDue(queue, nowMs, mustWait).execute(db)).rows;
    if (!due) return undefined;
    const delay = (retryMinutes[due.attempts] ?? retryMinutes.at(-1) ?? 0) * MINUTE_MS;
    const claimed = await sql<Row>`
      update ${sql.table(table)} set attempts = ${due.attempts + 1}, next_try_at = ${nowMs + delay}
      where id = ${due.id} and attempts = ${due.attempts} and next_try_at <= ${nowMs} and ${isPending(queue, table)}
      returning ${sql.join([...CLAIMED, ...columns].map((column) => (typeof column === 'string' ? sql.ref(column) : column)))}`.execute(
      db,
    );
    if (claimed.rows[0]) return claimed.rows[0];
  }
}

/** The interval of the timer that wakes every delivery loop. */
const TIMER_MS = 30_000;

/** Returns in how many ms the next row is due; undefined if no row becomes due within TIMER_MS. */
async function nextDueInMs(db: Db, queue: Queue, nowMs: number): Promise<number | undefined> {
  const { rows } = await sql<{ next_try_at: number }>`
    select next_try_at from ${sql.table(queue.table)} as "due"
    where ${isPending(queue, 'due')} and next_try_at > ${nowMs} and next_try_at < ${nowMs + TIMER_MS}
    order by next_try_at limit 1`.execute(db);
  return rows[0] && rows[0].next_try_at - nowMs;
}

export type Sender = Pick<Platform, 'db' | 'clock' | 'config'> & { readonly log: Logger };

/** Records and logs the outcome of an attempt, unless another process has claimed the row since. */
async function record<Row extends Claimed>(
  { db, clock, log }: Sender,
  channel: Channel<Row>,
  row: Row,
  result: Outcome,
): Promise<void> {
  const { name, retryMinutes, resendsUnknown } = channel;
  const nowMs = clock.ms();
  const { outcome } = result;
  const why = 'why' in result ? result.why : null;
  const line = { [name]: row.id, kind: row.kind, attempt: row.attempts, ...(why !== null && { why }) };
  const save = async (state: State, changes: Readonly<Record<string, number>>): Promise<void> => {
    const columns = Object.entries({ ...changes, last_error: why, ...channel.cleared?.(row, state) });
    const values = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await inTransaction(db, async (trx) => {
      const { numAffectedRows } = await sql`update ${sql.table(channel.table)} set ${sql.join(values)}
        where id = ${row.id} and attempts = ${row.attempts}`.execute(trx);
      if (state === 'sent' && numAffectedRows) await channel.sent?.(trx, row, nowMs);
    });
  };
  if (outcome === 'sent') {
    await save('sent', { sent_at: nowMs });
    log.info(line, `${name} sent`);
  } else if (outcome === 'accepted') {
    log.info(line, `${name} accepted`);
  } else if (outcome === 'unknown' && !resendsUnknown) {
    await save('unknown', {});
    log.warn(line, `no reply after sending ${name}: it may have arrived; will not retry`);
  } else if (outcome === 'dropped') {
    await save('given up', { given_up_at: nowMs });
  } else if (outcome === 'refused' || row.attempts > retryMinutes.length) {
    await save('given up', { given_up_at: nowMs });
    log.warn(line, `${name} not sent; given up`);
  } else {
    const notBefore = nowMs + ((outcome === 'failed' && result.retryAfterMs) || 0);
    const next_try_at = Math.max(row.next_try_at, notBefore);
    await save('failed', { next_try_at });
    log.warn({ ...line, retryInMs: next_try_at - nowMs }, `${name} not sent; will retry`);
  }
}

/** Sends a claimed row and records the outcome. Returns false if the service is down for the whole channel. */
async function deliver<Row extends Claimed>(
  sender: Sender,
  channel: Channel<Row>,
  row: Row,
  abort: AbortSignal,
): Promise<boolean> {
  const isTooLate = row.visible_at < sender.clock.ms() - channel.maxAgeMs;
  const result = isTooLate ? dropped('too late') : await channel.send(row, abort);
  await record(sender, channel, row, result);
  return !(result.outcome === 'failed' && result.isServiceDown);
}

/** Sends a channel's due rows, `concurrency` at once. A run does not wait for deliveries, so a hanging recipient delays no other row. */
export function deliveryLoop<Row extends Claimed>(channel: Channel<Row>, sender: Sender) {
  const { db, clock, log } = sender;
  const inFlight = new Map<Promise<void>, Row>();
  let isServiceUp = true;
  let filling: Promise<unknown> = Promise.resolve();

  const claim = async ({ stopping }: StopSignals): Promise<Row | undefined> => {
    if (stopping.aborted || !isServiceUp || inFlight.size >= channel.concurrency) return undefined;
    return claimNext<Row>(db, channel, clock.ms(), channel.mustWait?.([...inFlight.values()]));
  };
  const start = (row: Row, signals: StopSignals): void => {
    const delivery: Promise<void> = deliver(sender, channel, row, signals.abort)
      .then((isUp) => {
        inFlight.delete(delivery);
        isServiceUp &&= isUp;
        return fill(signals);
      })
      .catch((error: unknown) => {
        inFlight.delete(delivery);
        log.error({ err: error }, `sending ${channel.name} failed; will retry`);
      });
    inFlight.set(delivery, row);
  };
  /** Claims rows one after the other, because each claim must know the rows in flight. */
  const fill = (signals: StopSignals): Promise<void> => {
    const filled = filling.then(async () => {
      for (let row = await claim(signals); row; row = await claim(signals)) start(row, signals);
    });
    filling = filled.catch(() => undefined); // ignores the error here: callers that await `filled` report it
    return filled;
  };
  return {
    name: `send ${channel.name}`,
    async run(signals: StopSignals): Promise<number | undefined> {
      await channel.prepare?.();
      isServiceUp = true;
      await fill(signals);
      return nextDueInMs(db, channel, clock.ms());
    },
    async ended(): Promise<void> {
      do await Promise.all([filling, ...inFlight.keys()]);
      while (inFlight.size > 0);
    },
  };
}
