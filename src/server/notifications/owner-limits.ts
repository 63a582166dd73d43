import { MAX_OWNER_MESSAGES_PER_DAY } from '#domain/limits.ts';
import { saveActs, secondsUntil } from '../platform/auth/counted-acts.ts';
import type { Trx } from '../platform/db/schema.ts';
import { lockOwnerMessages } from '../platform/db/transaction.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';

/** Limits messages to the owner per IP network that causes them. A summary counts messages above the limit. docs/spec/behaviour.md §9.3 */

/** Keyed hashes of the IP networks that caused a message to the owner. The message counts against the limit of each. */
export interface FromNetworks {
  readonly networks: readonly string[];
}

const LIMITS = [{ most: MAX_OWNER_MESSAGES_PER_DAY, withinMinutes: 24 * 60 }] as const;

interface OwnerMessage extends FromNetworks {
  readonly channel: 'notification' | 'mail';
  readonly nowMs: number;
}

interface Ways {
  readonly send: () => Promise<unknown>;
  /** Sends a summary instead of this message, with a count of 1. Returns the summary's id. */
  readonly summarize: () => Promise<number | undefined>;
  readonly addTo: (summaryId: number) => Promise<unknown>;
}

/** Sends a message to the owner. If an IP network that caused it has reached its daily limit, counts the message in a summary instead. */
export async function sendWithinLimit(trx: Trx, message: OwnerMessage, ways: Ways): Promise<void> {
  const network = await exhaustedNetwork(trx, message);
  if (network === undefined) {
    await ways.send();
    return;
  }
  const act = `more of ${message.channel}`;
  const summary = await trx
    .selectFrom('counted_acts')
    .select('summary_id')
    .where('subject', '=', network)
    .where('act', '=', act)
    .where('at', '>', message.nowMs - DAY_MS)
    .executeTakeFirst();
  if (!summary) {
    const summary_id = await ways.summarize();
    const row = { subject: network, act, at: message.nowMs, summary_id: summary_id ?? null };
    await trx.insertInto('counted_acts').values(row).execute();
  } else if (summary.summary_id !== null) await ways.addTo(summary.summary_id);
}

/** Counts a message to the owner for its IP networks. If one of them has reached the daily limit, only returns this network. */
async function exhaustedNetwork(trx: Trx, { channel, networks, nowMs }: OwnerMessage) {
  if (networks.length === 0) return undefined;
  await lockOwnerMessages(trx);
  const acts = networks.map((subject) => ({ subject, act: channel, limits: LIMITS }));
  for (const act of acts) if ((await secondsUntil(trx, act, nowMs)) > 0) return act.subject;
  await saveActs(trx, acts, nowMs);
  return undefined;
}
