import { pino } from 'pino';
import type { Config } from '../../../src/server/platform/config.ts';
import { openConnections } from '../../../src/server/push/deliver.ts';
import { sendPushes } from '../../../src/server/push/worker.ts';
import type { Person, Salon } from '../salon.ts';
import type { Device, PushService } from './push-service.ts';

interface Sending {
  readonly stopping?: AbortSignal;
  readonly abort?: AbortSignal;
  readonly config?: Config;
  /** Whose addresses are connected to; left out: those of the salon's own settings. */
  readonly connecting?: Config;
  readonly answerWithinMs?: number;
}

/** One run of sending, as the timer and the end of a request start it. Returns what it logged. */
export async function pushAll(
  salon: Salon,
  { stopping, abort, config, connecting, answerWithinMs }: Sending = {},
): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const never = new AbortController().signal;
  const sender = { ...salon.platform, ...(config && { config }), log };
  const connections = openConnections(connecting ?? sender.config, answerWithinMs);
  try {
    await sendPushes(sender, connections, { stopping: stopping ?? never, abort: abort ?? never });
  } finally {
    connections.close();
  }
  return lines.join('');
}

/** A new device of this person, subscribed at the service. */
export async function aDevice(service: PushService, person: Person): Promise<Device> {
  const device = service.device();
  await person.call('POST /push', { body: device.subscription });
  return device;
}

export const pushesOf = (salon: Salon) =>
  salon.db.selectFrom('push_outbox').selectAll().orderBy('id').execute();

export const subscriptionsOf = (salon: Salon) =>
  salon.db.selectFrom('push_subscriptions').selectAll().orderBy('id').execute();

/** What a device shows, in order: title and text. */
export const shownOn = ({ pushes }: Device): string[] =>
  pushes.map(({ message: { title, body } }) => `${title}: ${body}`);
