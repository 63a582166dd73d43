import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type RawBuilder, sql } from 'kysely';
import type { PushMessage } from '#contract/push.ts';
import { readClock } from '../platform/clock.ts';
import { type Config, sender } from '../platform/config.ts';
import { AddressRefused, lookupAllowed } from '../platform/http/public-addresses.ts';
import { startWaking, type Woken } from '../platform/jobs/jobs.ts';
import { type Channel, deliveryLoop, dropped, type Outcome, type Sender } from '../platform/jobs/outbox.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { inLanguage } from '../platform/language.ts';
import { currentSettings } from '../settings/settings.ts';
import { languageOf } from '../told/told.ts';
import { type ClaimedPush, currentPush, MAX_AGE_HOURS, PUSH_COLUMNS, recordSentPush } from './push.ts';
import {
  endpointsOf,
  endSubscription,
  ensurePushKeys,
  isAllowedAddress,
  type PushKeys,
  type PushRecipient,
  pushServiceOf,
  recipientOf,
} from './subscriptions.ts';

// not an `import`, because the ESM import also loads undici, which takes a tenth of the server's CPU time at startup
const nodeHttp = process.getBuiltinModule('node:http');

/** The result of an attempt. `gone`: the device is no longer subscribed, or its address is not allowed. */
type PushOutcome = Outcome | { readonly outcome: 'gone'; readonly why: string };

interface Parcel {
  readonly message: PushMessage;
  readonly ttlSeconds: number;
}

const RESPONSE_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 16;
const LONGEST_RETRY_AFTER_SECONDS = 3600;

interface Connections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  readonly responseTimeoutMs: number;
  close(): void;
}

/** Connects only to public addresses. Checks a host name after resolving it to an IP address. `responseTimeoutMs` is shorter in tests. */
export function openConnections(config: Config, responseTimeoutMs: number = RESPONSE_TIMEOUT_MS) {
  const options = {
    keepAlive: true,
    maxSockets: MOST_CONNECTIONS,
    lookup: lookupAllowed(isAllowedAddress(config)),
  };
  const http = new nodeHttp.Agent(options);
  const https = new HttpsAgent(options);
  return {
    http,
    https,
    responseTimeoutMs,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/** The salon's contact, which push services require. RFC 8292, section 2.1 */
const contactOf = (config: Config): string =>
  config.publicUrl?.startsWith('https:') ? config.publicUrl : `mailto:${sender(config, '').address}`;

async function encrypted(
  recipient: PushRecipient,
  { message, ttlSeconds }: Parcel,
  { keys, contact }: { keys: PushKeys; contact: string },
) {
  const { default: webPush } = await import('web-push'); // the library is loaded with the first push
  const { endpoint, p256dh, auth } = recipient;
  const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm');
  const { origin } = new URL(endpoint);
  const { publicKey, privateKey } = keys;
  return {
    body: cipherText,
    headers: {
      ...webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm'),
      TTL: ttlSeconds,
      Urgency: 'high', // with a lower urgency a sleeping phone may get the message an hour later
      Topic: message.tag,
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      'Content-Length': cipherText.length,
    },
  };
}

function retryAfterMs({ headers }: IncomingMessage): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS) * 1000 : 0;
}

const GONE = [404, 410];
const TRY_AGAIN = [408, 425, 429];

/** The outcome of a response. A redirect counts as a refusal, because it could lead to any address. */
function outcomeOf(response: IncomingMessage): PushOutcome {
  const { statusCode: status = 0 } = response;
  const why = String(status);
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (GONE.includes(status)) return { outcome: 'gone', why };
  if (status >= 500 || TRY_AGAIN.includes(status))
    return { outcome: 'failed', why, retryAfterMs: retryAfterMs(response) };
  return { outcome: 'refused', why };
}

/** The outcome of a push that failed with an error. Keeps only its code: its text may contain the endpoint, a secret of the device. */
function failureOf(error: unknown): PushOutcome {
  if (error instanceof AddressRefused) return { outcome: 'gone', why: error.message };
  const { code, name, cause } = error as { code?: string; name?: string; cause?: { name?: string } };
  return { outcome: 'unknown', why: cause?.name ?? code ?? name ?? 'error' };
}

/** Sends the request. Does not read the response's body; keeps the connection open only if the response has no body. */
const responseTo = (request: ClientRequest, body: Buffer): Promise<PushOutcome> =>
  new Promise((resolve) => {
    request.on('error', (error) => resolve(failureOf(error)));
    request.on('response', (response) => {
      resolve(outcomeOf(response));
      if (response.headers['content-length'] === '0' || response.statusCode === 204) response.resume();
      else response.destroy();
    });
    request.end(body);
  });

async function sendPush(
  recipient: PushRecipient,
  parcel: Parcel,
  sending: { config: Config; keys: PushKeys; connections: Connections; abort: AbortSignal },
): Promise<PushOutcome> {
  const { config, keys, connections, abort } = sending;
  const url = new URL(recipient.endpoint);
  if (pushServiceOf(recipient.endpoint, config) === undefined)
    return { outcome: 'gone', why: 'not a known push service' };
  const { headers, body } = await encrypted(recipient, parcel, { keys, contact: contactOf(config) });
  const signal = AbortSignal.any([abort, AbortSignal.timeout(connections.responseTimeoutMs)]);
  const options = { method: 'POST', headers, signal };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: connections.https })
      : nodeHttp.request(url, { ...options, agent: connections.http });
  return responseTo(request, body);
}

/** Sends each push at least once. A duplicate replaces the first push on the device. docs/spec/behaviour.md §14.3 */
export const pushChannel = (sender: Sender, connections: Connections): Channel<ClaimedPush> => ({
  name: 'push',
  table: 'push_outbox',
  columns: PUSH_COLUMNS,
  endedBy: ['sent_at', 'given_up_at'],
  order: sql.ref('attempts'), // deliveries with failed attempts come last
  inOrderBy: ['subscription_id'],
  waitsForInvisible: false,
  retryMinutes: [1, 2, 5, 15, 30, 60, 120, 180, 240],
  maxAgeMs: MAX_AGE_HOURS * HOUR_MS,
  concurrency: 32,
  mustWait: (inFlight) => mustWait(inFlight, sender.config),
  resendsUnknown: true,
  prepare: () => ensurePushKeys(sender.db, sender.clock.ms()), // an imported salon may have no keys
  sent: recordSentPush,
  send: (push, abort) => sendClaimed(sender, connections, push, abort),
});

const MOST_OF_ACCOUNT = 2;
const MOST_OF_SERVICE = 4;

const repeated = <T>(values: readonly T[], most: number): T[] =>
  [...new Set(values)].filter((value) => values.filter((other) => other === value).length >= most);

/** SQL for pushes that must wait, so that a slow service or an account with many devices delays no other pushes. docs/spec/behaviour.md §14.3 */
function mustWait(inFlight: readonly ClaimedPush[], config: Config): RawBuilder<unknown> | undefined {
  const accounts = repeated(
    inFlight.map(({ user_id }) => user_id),
    MOST_OF_ACCOUNT,
  );
  const services = repeated(
    inFlight.flatMap(({ endpoint }) => pushServiceOf(endpoint, config) ?? []),
    MOST_OF_SERVICE,
  );
  const conditions = [
    ...(accounts.length > 0 ? [sql`user_id in (${sql.join(accounts)})`] : []),
    ...services.map(
      (service) =>
        sql`subscription_id in (select id from push_subscriptions where endpoint like ${endpointsOf(service)})`,
    ),
  ];
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` or `)})`;
}

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
  const person = { userId: push.user_id, bookingId: null };
  const language = await languageOf(db, person, await currentSettings(db, config));
  const parcel = await inLanguage(language, () => currentPush({ db, clock, now }, push));
  if (typeof parcel === 'string') return dropped(parcel);
  const keys = await ensurePushKeys(db, now.ms);
  const result = await sendPush(recipient, parcel, { config, keys, connections, abort });
  if (result.outcome !== 'gone') return result;
  const { why } = result;
  await endSubscription(db, recipient.id);
  log.info({ push: push.id, kind: push.kind, why }, 'push subscription ended');
  return dropped(why);
}
