import { pino } from 'pino';
import type { Config } from '../../../src/server/platform/config.ts';
import { openConnections } from '../../../src/server/push/deliver.ts';
import { pushLanes } from '../../../src/server/push/worker.ts';
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

/** What sends pushes in one process, its own log, and how it is told to run. */
export function openLanes(salon: Salon, given: Sending = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const never = new AbortController().signal;
  const { stopping = never, abort = never, config = salon.platform.config } = given;
  const connections = openConnections(given.connecting ?? config, given.answerWithinMs);
  const { run, ended } = pushLanes({ ...salon.platform, config, log }, connections);
  return {
    run: () => run({ stopping, abort }),
    async ended() {
      await ended();
      connections.close();
      return lines.join('');
    },
  };
}

/** One run of sending, as the timer and the end of a request start it, until all is sent. Returns what it logged. */
export async function pushAll(salon: Salon, given: Sending = {}): Promise<string> {
  const { run, ended } = openLanes(salon, given);
  await run();
  return ended();
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
