import type { Logger } from 'pino';
import { readClock } from '../platform/clock.ts';
import type { Platform } from '../platform/http/request.ts';
import { startWaking, type Woken } from '../platform/jobs.ts';
import type { StopSignals } from '../platform/sending.ts';
import { type Connections, type Delivery, deliver, openConnections } from './deliver.ts';
import { ensurePushKeys, type PushKeys } from './keys.ts';
import { currentPush } from './messages.ts';
import {
  type ClaimedPush,
  claimNextPush,
  endSubscription,
  markFailed,
  markGivenUp,
  markSent,
  nextDueInMs,
  recipientOf,
} from './outbox.ts';

/** So many push services may be slow at once before anybody waits. */
const AT_ONCE = 8;
/** What is due later than that finds the timer. */
const SOON_MS = 30_000;

export type PushSender = Pick<Platform, 'db' | 'clock' | 'config'> & { readonly log: Logger };

/** Sends what is due, apart from every request and from the mail. */
export function startPushWorker(sender: PushSender): Woken {
  const connections = openConnections(sender.config);
  const run = (signals: StopSignals) => sendPushes(sender, connections, signals);
  const { wake, stop } = startWaking({ name: 'send pushes', run }, sender.log);
  return {
    wake,
    async stop() {
      await stop();
      connections.close();
    },
  };
}

/**
 * Sends every push that is due, several at once, those to one device one after the other. An attempt whose outcome is unknown is
 * made again: the second one takes the place of the first on the device. Safe to run by several processes at once. Says in how many
 * ms there is more to send, where that is soon.
 * docs/decisions/0029-push.md
 */
export async function sendPushes(
  sender: PushSender,
  connections: Connections,
  signals: StopSignals,
): Promise<number | undefined> {
  const { db, clock } = sender;
  const keys = await ensurePushKeys(db, clock.ms()); // a salon that was moved here may have come without
  const sendAll = async (): Promise<void> => {
    while (!signals.stopping.aborted) {
      const push = await claimNextPush(db, clock.ms());
      if (!push) return;
      await sendOne(sender, push, { keys, connections, abort: signals.abort });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendAll));
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return nextDueInMs(db, clock.ms(), SOON_MS);
}

interface Means {
  readonly keys: PushKeys;
  readonly connections: Connections;
  readonly abort: AbortSignal;
}

async function sendOne(sender: PushSender, push: ClaimedPush, means: Means): Promise<void> {
  const { db, clock, config } = sender;
  const now = readClock(clock);
  const recipient = await recipientOf(db, push, now.ms);
  const current = await currentPush({ db, clock, now }, push);
  const why = !recipient ? 'nobody' : recipient.push_on === 0 ? 'switched off' : current;
  if (!recipient || typeof why === 'string') {
    await markGivenUp(db, push, String(why), now.ms);
    return;
  }
  await recordDelivery(sender, push, await deliver(recipient, why, { config, ...means }));
}

async function recordDelivery(
  { db, clock, log }: PushSender,
  push: ClaimedPush,
  delivery: Delivery,
): Promise<void> {
  const nowMs = clock.ms();
  const line = { push: push.id, kind: push.kind, attempt: push.attempts };
  if (delivery.outcome === 'delivered') {
    await markSent(db, push, nowMs);
    log.info(line, 'push sent');
    return;
  }
  const { why } = delivery;
  if (delivery.outcome === 'gone') {
    await endSubscription(db, push.subscription_id);
    log.info({ ...line, why }, 'a device is subscribed no more');
  } else if (delivery.outcome === 'refused') {
    await markGivenUp(db, push, why, nowMs);
    log.warn({ ...line, why }, 'push refused');
  } else {
    await markFailed(db, push, { why, notBeforeMs: nowMs + delivery.retryAfterMs });
    log.warn({ ...line, why }, 'push not sent, tried again later');
  }
}
