// A fake SMS gateway. It refuses what does not have the published shape: of `json`, and of SMSGate (android-sms-gateway 1.x).
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { z } from 'zod';
import { deliveryLoop } from '../../../src/server/platform/jobs/outbox.ts';
import { smsChannel } from '../../../src/server/sms/channel.ts';
import type { Gateway } from '../../../src/server/sms/gateway.ts';
import type { Salon } from '../../support/salon.ts';

const number = z.string().regex(/^\+3816\d{7,8}$/);
const shared = { id: z.string().min(1).max(36), ttl: z.int().min(1).max(1800) };
const text = z
  .string()
  .regex(/^[\n -~]+$/)
  .max(306);
const SHAPES = {
  json: z.strictObject({ ...shared, to: number, text }),
  android: z.strictObject({
    ...shared,
    textMessage: z.strictObject({ text }),
    phoneNumbers: z.array(number).length(1),
  }),
};
const SECRET = { json: 'tajna', android: 'sms:tajna' } as const;
const AUTHORIZATION = {
  json: 'Bearer tajna',
  android: `Basic ${Buffer.from('sms:tajna').toString('base64')}`,
};

export interface Received {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly ttl: number;
}
/** What the gateway does with the next message: a status, or no answer. */
type Reply = number | 'hang-up';

export interface FakeGateway {
  readonly gateway: Gateway;
  readonly received: Received[];
  /** Answers about the state of every message; of `android`. */
  state: 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed';
  next(...replies: Reply[]): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

const answer = (response: ServerResponse, status: number, body: object = {}) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Reads a message with the published shape and path; undefined for any other request. */
async function messageIn(request: IncomingMessage, kind: Gateway['kind']): Promise<Received | undefined> {
  const body = SHAPES[kind].safeParse(await bodyOf(request));
  if (!body.success || request.url !== (kind === 'json' ? '/' : '/message')) return undefined;
  if ('to' in body.data) return body.data;
  const { id, ttl, phoneNumbers, textMessage } = body.data;
  return { id, ttl, to: phoneNumbers[0] ?? '', text: textMessage.text };
}

export async function openGateway(kind: Gateway['kind']): Promise<FakeGateway> {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const message = await messageIn(request, kind);
    if (!message) return answer(response, 400);
    const reply = replies.shift() ?? (kind === 'json' ? 200 : 202);
    if (reply === 'hang-up' || reply < 300) received.push(message);
    if (reply === 'hang-up') return void request.socket.destroy();
    return answer(response, reply, { id: message.id, state: 'Pending', recipients: [] });
  };
  const server = createServer((request, response) => {
    if (request.headers.authorization !== AUTHORIZATION[kind]) return void answer(response, 401);
    if (request.method === 'POST') return void take(request, response);
    answer(response, 200, { id: request.url?.split('/').at(-1), state: fake.state });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeGateway = {
    gateway: { url, kind, secret: SECRET[kind] },
    received,
    state: 'Pending',
    next: (...more) => void replies.push(...more),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}

/** Runs the SMS worker once. Returns its log. */
export async function sendSms(salon: Salon, { gateway }: Pick<FakeGateway, 'gateway'>): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const never = new AbortController().signal;
  const sender = { ...salon.platform, log };
  const { run, ended } = deliveryLoop(smsChannel(sender, gateway), sender);
  await run({ stopping: never, abort: never });
  await ended();
  return lines.join('');
}
