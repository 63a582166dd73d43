import { sql } from 'kysely';
import { readClock } from '../platform/clock.ts';
import { startWaking, type Woken } from '../platform/jobs/jobs.ts';
import { type Channel, deliveryLoop, dropped, type Outcome, type Sender } from '../platform/jobs/outbox.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { type Connections, openConnections, sendPush } from './deliver.ts';
import { ensurePushKeys } from './keys.ts';
import { type ClaimedPush, currentPush, MAX_AGE_HOURS, PUSH_COLUMNS } from './messages.ts';
import { endSubscription, recipientOf } from './subscriptions.ts';

/** A push is sent at least once: on the device a second copy replaces the first. docs/spec/behaviour.md §14.3 */
export const pushChannel = (sender: Sender, connections: Connections): Channel<ClaimedPush> => ({
  name: 'push',
  table: 'push_outbox',
  columns: PUSH_COLUMNS,
  endedBy: ['sent_at', 'given_up_at'],
  order: sql.ref('attempts'), // a device that does not answer comes last
  inOrderBy: ['subscription_id'],
  waitsForInvisible: false,
  retryMinutes: [1, 2, 5, 15, 30, 60, 120, 180, 240],
  maxAgeMs: MAX_AGE_HOURS * HOUR_MS,
  concurrency: 8,
  resendsUnknown: true,
  prepare: () => ensurePushKeys(sender.db, sender.clock.ms()), // an imported salon may have no keys
  send: (push, abort) => sendClaimed(sender, connections, push, abort),
});

export function startPushWorker(sender: Sender): Woken {
  const connections = openConnections(sender.config);
  const { wake, stop } = startWaking(deliveryLoop(pushChannel(sender, connections), sender), sender.log);
  return { wake, stop: () => stop().then(connections.close) };
}

async function sendClaimed(
  { db, clock, config, log }: Sender,
  connections: Connections,
  push: ClaimedPush,
  abort: AbortSignal,
): Promise<Outcome> {
  const now = readClock(clock);
  const recipient = await recipientOf(db, push, now.ms);
  if (!recipient) return dropped('nobody');
  if (recipient.push_on === 0) return dropped('switched off');
  const parcel = await currentPush({ db, clock, now }, push);
  if (typeof parcel === 'string') return dropped(parcel);
  const keys = await ensurePushKeys(db, now.ms);
  const result = await sendPush(recipient, parcel, { config, keys, connections, abort });
  if (result.outcome !== 'gone') return result;
  const { why } = result;
  await endSubscription(db, recipient.id);
  log.info({ push: push.id, kind: push.kind, why }, 'push subscription ended');
  return dropped(why);
}
