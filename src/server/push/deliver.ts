import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { PushMessage } from '#contract/push.ts';
import { sender } from '../platform/addresses.ts';
import type { Config } from '../platform/config.ts';
import { AddressRefused, lookupAllowed } from '../platform/public-addresses.ts';
import { hostOf, isAllowedAddress, isPushAddress } from './addresses.ts';
import type { PushKeys } from './keys.ts';
import type { PushRecipient } from './outbox.ts';

/**
 * What became of one attempt. `gone`: the device is subscribed no more, or may not be asked. `refused`: this message will never be
 * taken. `unavailable`: another attempt may pass, not before `retryAfterMs`.
 */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'gone'; readonly why: string }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'unavailable'; readonly why: string; readonly retryAfterMs: number };

export interface Parcel {
  readonly message: PushMessage;
  readonly ttlSeconds: number;
}

const ANSWER_WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 16;
const LONGEST_RETRY_AFTER_SECONDS = 3600;

/** Connections to push services, kept open between two messages. */
export interface Connections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  readonly answerWithinMs: number;
  close(): void;
}

/**
 * A name is looked up while connecting, and only public addresses are connected to. `answerWithinMs`: for tests, which cannot wait as
 * long.
 */
export function openConnections(config: Config, answerWithinMs: number = ANSWER_WITHIN_MS): Connections {
  const options = {
    keepAlive: true,
    maxSockets: MOST_CONNECTIONS,
    lookup: lookupAllowed(isAllowedAddress(config)),
  };
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);
  return {
    http,
    https,
    answerWithinMs,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/** Whom a push service turns to when something is wrong with what it gets: it wants an address. RFC 8292, section 2.1 */
const contactOf = (config: Config): string =>
  config.publicUrl?.startsWith('https:') ? config.publicUrl : `mailto:${sender(config, '').address}`;

async function encrypted(
  recipient: PushRecipient,
  { message, ttlSeconds }: Parcel,
  { keys, contact }: { keys: PushKeys; contact: string },
) {
  const { default: webPush } = await import('web-push'); // a salon without a device starts without it
  const { endpoint, p256dh, auth } = recipient;
  const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm');
  const { origin } = new URL(endpoint);
  const { publicKey, privateKey } = keys;
  return {
    body: cipherText,
    headers: {
      ...webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm'),
      TTL: ttlSeconds,
      Urgency: 'high', // else a phone that sleeps may get it with the next hour's
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

/** A redirect is no yes: it could lead anywhere. */
function deliveryOf(response: IncomingMessage): Delivery {
  const { statusCode: status = 0 } = response;
  const why = String(status);
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (GONE.includes(status)) return { outcome: 'gone', why };
  if (status >= 500 || TRY_AGAIN.includes(status))
    return { outcome: 'unavailable', why, retryAfterMs: retryAfterMs(response) };
  return { outcome: 'refused', why };
}

/** Only codes: what else an error says may hold the address, which is a secret of the device. */
function failureOf(error: unknown): Delivery {
  if (error instanceof AddressRefused) return { outcome: 'gone', why: error.message };
  const { code, name, cause } = error as { code?: string; name?: string; cause?: { name?: string } };
  return { outcome: 'unavailable', why: cause?.name ?? code ?? name ?? 'error', retryAfterMs: 0 };
}

/** The head of the answer; its body is nobody's business, and its connection is kept only where there is none. */
const answerTo = (request: ClientRequest, body: Buffer): Promise<Delivery> =>
  new Promise((resolve) => {
    request.on('error', (error) => resolve(failureOf(error)));
    request.on('response', (response) => {
      resolve(deliveryOf(response));
      if (response.headers['content-length'] === '0' || response.statusCode === 204) response.resume();
      else response.destroy();
    });
    request.end(body);
  });

/** Tries once to hand a message to a device's push service. */
export async function deliver(
  recipient: PushRecipient,
  parcel: Parcel,
  sending: { config: Config; keys: PushKeys; connections: Connections; abort: AbortSignal },
): Promise<Delivery> {
  const { config, keys, connections, abort } = sending;
  const url = new URL(recipient.endpoint);
  const host = hostOf(url);
  // a connection to an address asks for no name: it is judged here
  if (!isPushAddress(recipient.endpoint, config) || (isIP(host) !== 0 && !isAllowedAddress(config)(host)))
    return { outcome: 'gone', why: 'no public address' };
  const { headers, body } = await encrypted(recipient, parcel, { keys, contact: contactOf(config) });
  const signal = AbortSignal.any([abort, AbortSignal.timeout(connections.answerWithinMs)]);
  const options = { method: 'POST', headers, signal };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: connections.https })
      : httpRequest(url, { ...options, agent: connections.http });
  return answerTo(request, body);
}
