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
  const { wake, stop } = startWaking(pushLanes(sender, connections), sender.log);
  return {
    wake,
    async stop() {
      await stop();
      connections.close();
    },
  };
}

/**
 * Sends every push that is due, several at once, those to one device one after the other. A run waits for none of them, so that one
 * whose push service hangs holds up no later one. An attempt whose outcome is unknown is made again: the second one takes the place
 * of the first on the device. Safe to run by several processes at once. docs/decisions/0029-push.md
 */
export function pushLanes(sender: PushSender, connections: Connections) {
  const { db, clock, log } = sender;
  const lanes = new Set<Promise<void>>();
  const next = async ({ stopping }: StopSignals) =>
    stopping.aborted ? undefined : claimNextPush(db, clock.ms());
  const sendFrom = async (first: ClaimedPush, keys: PushKeys, signals: StopSignals): Promise<void> => {
    for (let push: ClaimedPush | undefined = first; push; push = await next(signals))
      await sendOne(sender, push, { keys, connections, abort: signals.abort });
  };
  const begin = (lane: Promise<void>): void => {
    const logged = lane.catch((error: unknown) => log.error({ err: error }, 'sending a push failed'));
    const ended = logged.finally(() => lanes.delete(ended));
    lanes.add(ended);
  };
  return {
    name: 'send pushes',
    /** Says in how many ms there is more to send, where that is soon. */
    async run(signals: StopSignals): Promise<number | undefined> {
      const keys = await ensurePushKeys(db, clock.ms()); // a salon that was moved here may have come without
      while (lanes.size < AT_ONCE) {
        const push = await next(signals);
        if (!push) break;
        begin(sendFrom(push, keys, signals));
      }
      return nextDueInMs(db, clock.ms(), SOON_MS);
    },
    async ended(): Promise<void> {
      while (lanes.size > 0) await Promise.all(lanes);
    },
  };
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
