import { pino } from 'pino';
import type { Config } from '../../../src/server/platform/config.ts';
import { deliveryLoop } from '../../../src/server/platform/jobs/outbox.ts';
import { openConnections, pushChannel } from '../../../src/server/push/channel.ts';
import type { Person, Salon } from '../salon.ts';
import type { Device, PushService } from './push-service.ts';

interface Sending {
  readonly stopping?: AbortSignal;
  readonly abort?: AbortSignal;
  readonly config?: Config;
  /** The settings that say to which addresses the worker may connect. By default, the salon's settings apply. */
  readonly connecting?: Config;
  readonly responseTimeoutMs?: number;
}

/** The push worker of one process, with its own log. */
export function openPushLoop(salon: Salon, given: Sending = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const never = new AbortController().signal;
  const { stopping = never, abort = never, config = salon.platform.config } = given;
  const connections = openConnections(given.connecting ?? config, given.responseTimeoutMs);
  const sender = { ...salon.platform, config, log };
  const { run, ended } = deliveryLoop(pushChannel(sender, connections), sender);
  return {
    run: () => run({ stopping, abort }),
    async ended() {
      await ended();
      connections.close();
      return lines.join('');
    },
  };
}

/** Runs the push worker until all pushes are sent. Returns its log. */
export async function pushAll(salon: Salon, given: Sending = {}): Promise<string> {
  const { run, ended } = openPushLoop(salon, given);
  await run();
  return ended();
}

/** Creates a device that is subscribed at the push service, and registers the device for the person. */
export async function aDevice(service: PushService, person: Person): Promise<Device> {
  const device = service.device();
  await person.call('POST /push', { body: device.subscription });
  return device;
}

export const pushesOf = (salon: Salon) =>
  salon.db.selectFrom('push_outbox').selectAll().orderBy('id').execute();

export const subscriptionsOf = (salon: Salon) =>
  salon.db.selectFrom('push_subscriptions').selectAll().orderBy('id').execute();

/** Returns the notifications that a device shows, in order, as 'title: text'. */
export const shownOn = ({ pushes }: Device): string[] =>
  pushes.map(({ message: { title, body } }) => `${title}: ${body}`);
