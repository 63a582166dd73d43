// The owner's gateway: a phone with the app SMSGate, or a service that takes JSON. docs/spec/behaviour.md §29.8
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { Outcome } from '../platform/jobs/outbox.ts';

export type Gateway = NonNullable<Config['smsGateway']>;

export interface GatewayMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** In seconds. */
  readonly ttl: number;
}

const RESPONSE_TIMEOUT_MS = 10_000;

/** The endpoint of SMSGate's local server (android-sms-gateway 1.x: `POST /message`, `GET /message/<id>`). */
const androidUrl = ({ url }: Gateway): string => (/\/messages?$/.test(url) ? url : `${url}/message`);

const authorization = ({ kind, secret }: Gateway): string =>
  kind === 'json' ? `Bearer ${secret}` : `Basic ${Buffer.from(secret).toString('base64')}`;

const bodyOf = ({ kind }: Gateway, { id, to, text, ttl }: GatewayMessage): object =>
  kind === 'json' ? { id, to, text, ttl } : { id, textMessage: { text }, phoneNumbers: [to], ttl };

/** Codes of errors after which the gateway has certainly received nothing. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Keeps only the code of an error: its text may contain the address. */
function failureOf(error: unknown): Outcome {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const why = cause?.code ?? name ?? 'error';
  return { outcome: NOT_CONNECTED.includes(why) ? 'failed' : 'unknown', why };
}

/** Hands a message over, once. `json` has sent it with a 2xx; a phone has only accepted it. */
export async function handOver(
  gateway: Gateway,
  message: GatewayMessage,
  abort: AbortSignal,
): Promise<Outcome> {
  const isJson = gateway.kind === 'json';
  try {
    const response = await fetch(isJson ? gateway.url : androidUrl(gateway), {
      method: 'POST',
      headers: { authorization: authorization(gateway), 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(gateway, message)),
      redirect: 'error',
      signal: AbortSignal.any([abort, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) return { outcome: 'refused', why: String(response.status) };
    return isJson ? { outcome: 'sent' } : { outcome: 'accepted' };
  } catch (error) {
    return failureOf(error);
  }
}

const messageState = z.object({ state: z.string() });

/** What the phone says of a message; undefined: it is not decided, or the phone does not answer. */
export async function stateOf(gateway: Gateway, id: string): Promise<'sent' | 'failed' | undefined> {
  try {
    const response = await fetch(`${androidUrl(gateway)}/${id}`, {
      headers: { authorization: authorization(gateway) },
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const read = messageState.safeParse(await response.json());
    if (!response.ok || !read.success) return undefined;
    const { state } = read.data;
    return state === 'Sent' || state === 'Delivered' ? 'sent' : state === 'Failed' ? 'failed' : undefined;
  } catch {
    return undefined; // asked again until the message has expired
  }
}
