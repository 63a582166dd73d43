import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type PushMessage, type PushSubscriptionJson, pushMessage } from '../../../src/contract/push.ts';
import { WAIT_MS } from '../size.ts';

/** A push after the device has decrypted it and verified its signature. */
export interface ReceivedPush {
  readonly message: PushMessage;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  readonly signedBy: string;
  readonly contact: string;
}

export interface Device {
  /** The subscription as the browser's `toJSON()` returns it. */
  readonly subscription: PushSubscriptionJson;
  readonly pushes: ReceivedPush[];
}

/** An HTTP status, 'hang-up' to close the connection without a reply, or a status with headers. */
export type PushReply =
  | number
  | 'hang-up'
  | { readonly status: number; readonly headers: Record<string, string> };

export interface PushService {
  readonly origin: string;
  /** Creates a device that is subscribed at this service. */
  device(): Device;
  /** The number of requests received, including requests that were then refused. */
  requests(): number;
  /** Sets the replies to the next requests. The service accepts all later requests. */
  next(...replies: readonly PushReply[]): void;
  /** Delays every reply. */
  slowDown(ms: number): void;
  /** Waits until the service has accepted `count` pushes, for all devices together. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64url');

interface Keys {
  readonly curve: ECDH;
  readonly auth: Buffer;
}

function newKeys(): Keys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, auth: randomBytes(16) };
}

const subscriptionOf = (endpoint: string, { curve, auth }: Keys): PushSubscriptionJson => ({
  endpoint,
  expirationTime: null,
  keys: { p256dh: base64(curve.getPublicKey()), auth: base64(auth) },
});

/** Returns a browser's subscription. By default, nothing listens at its endpoint. */
export const aSubscription = (
  endpoint = `http://127.0.0.1:9/${base64(randomBytes(8))}`,
): PushSubscriptionJson => subscriptionOf(endpoint, newKeys());

const derived = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

const KEY_BYTES = 65;
const HEADER_BYTES = 21;
const TAG_BYTES = 16;

/** Decrypts a push that has one record. RFC 8291, section 3.4, and RFC 8188, section 2 */
function decrypted(body: Buffer, { curve, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const key = derived(curve.computeSecret(sender), auth, info, 32);
  const contentKey = derived(key, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(key, salt, 'Content-Encoding: nonce\0', 12);
  const record = body.subarray(HEADER_BYTES + KEY_BYTES);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/** Verifies the signature and audience of the VAPID token, and that the token is valid for at most a day. RFC 8292 */
function signerOf(
  authorization: string | undefined,
  origin: string,
): Pick<ReceivedPush, 'signedBy' | 'contact'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = exp - Date.now() / 1000;
  if (!isSigned || aud !== origin || !(seconds > 0 && seconds <= 86_400))
    throw new Error('invalid signature or claims');
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('no contact in the claims');
  return { signedBy: key, contact: sub };
}

const header = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name]?.toString();

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Starts a push service on loopback. */
export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, { keys: Keys; device: Device }>();
  const planned: PushReply[] = [];
  let origin = '';
  let requests = 0;
  let accepted = 0;
  let takesMs = 0;
  const accept = async (request: IncomingMessage): Promise<number> => {
    const known = devices.get(request.url ?? '');
    if (!known) return 404;
    const body = await bodyOf(request);
    const signer = signerOf(header(request, 'authorization'), origin);
    if (header(request, 'content-encoding') !== 'aes128gcm') return 415;
    known.device.pushes.push({
      message: pushMessage.parse(JSON.parse(decrypted(body, known.keys))),
      ttl: Number(header(request, 'ttl')),
      urgency: header(request, 'urgency'),
      topic: header(request, 'topic'),
      ...signer,
    });
    accepted++;
    return 201;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests++;
    const plan = planned.shift();
    if (takesMs > 0) await wait(takesMs, undefined, { ref: false });
    if (plan === 'hang-up') {
      request.socket.destroy();
      return;
    }
    const { status, headers = {} } =
      typeof plan === 'object' ? plan : { status: plan ?? (await accept(request)) };
    response.writeHead(status, headers).end();
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    device() {
      const path = `/send/${base64(randomBytes(12))}`;
      const keys = newKeys();
      const device: Device = { subscription: subscriptionOf(`${origin}${path}`, keys), pushes: [] };
      devices.set(path, { keys, device });
      return device;
    },
    requests: () => requests,
    next: (...replies) => void planned.push(...replies),
    slowDown: (ms) => {
      takesMs = ms;
    },
    async until(count) {
      const end = Date.now() + WAIT_MS;
      while (accepted < count) {
        if (Date.now() > end) throw new Error(`${accepted} of ${count} pushes arrived`);
        await wait(10);
      }
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
