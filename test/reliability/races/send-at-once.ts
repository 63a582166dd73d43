// Sends requests at the same time: sends each request without its last byte first, and then all last bytes together.
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { bySize, WAIT_MS } from '../../support/size.ts';

const ANSWERED_WITHIN_MS = bySize(WAIT_MS, 4 * WAIT_MS); // the large run waits longer, because it sends ten thousand requests
const CONNECTING_AT_ONCE = 200; // must not exceed the server's queue of connections that are not yet accepted

export interface RaceRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly token?: string | null;
  readonly body?: object;
}
export interface RaceResponse {
  readonly status: number;
  readonly json: Record<string, unknown> | null;
}

function bytesOf({ method, path, token, body = {} }: RaceRequest): Buffer {
  const text = JSON.stringify(body);
  const head = [
    `${method} /api${path} HTTP/1.1`,
    'Host: salon.test',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function connected(request: RaceRequest): Promise<{ socket: Socket; response: Promise<RaceResponse> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(request.port, '127.0.0.1');
    let received = '';
    const response = new Promise<RaceResponse>((respond, fail) => {
      socket.setTimeout(ANSWERED_WITHIN_MS, () =>
        socket.destroy(new Error(`no response to ${request.path}`)),
      );
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', fail);
      socket.on('close', () => {
        const body = received.slice(received.indexOf('\r\n\r\n') + 4);
        respond({ status: Number(received.split(' ')[1]), json: body === '' ? null : JSON.parse(body) });
      });
    });
    socket.once('error', reject);
    socket.once('connect', () => resolve({ socket, response }));
  });
}

/** Sends all requests at once; returns the responses in the order of the requests. */
export async function sendAtOnce(requests: readonly RaceRequest[]): Promise<RaceResponse[]> {
  const waiting: Awaited<ReturnType<typeof connected>>[] = [];
  while (waiting.length < requests.length) {
    const group = requests.slice(waiting.length, waiting.length + CONNECTING_AT_ONCE);
    waiting.push(...(await Promise.all(group.map(connected))));
  }
  const bytes = requests.map(bytesOf);
  for (const [n, { socket }] of waiting.entries()) socket.write(bytes[n]?.subarray(0, -1) ?? '');
  await new Promise((resolve) => setTimeout(resolve, requests.length > 2 ? 20 : 5)); // gives the servers time to read all but the last byte of each request
  for (const [n, { socket }] of waiting.entries()) socket.write(bytes[n]?.subarray(-1) ?? '');
  return Promise.all(waiting.map(({ response }) => response));
}

/** Sends all requests at once, and repeats those that get 503 because they waited too long for a lock or a connection. Responses are in the order of the requests. */
export async function sendUntilAnswered(requests: readonly RaceRequest[]): Promise<RaceResponse[]> {
  const responses = await sendAtOnce(requests);
  const again = requests.filter((_, n) => responses[n]?.status === 503);
  if (again.length === 0) return responses;
  const repeated = (await sendUntilAnswered(again)).values();
  return responses.map(
    (response) => (response.status === 503 ? repeated.next().value : response) ?? response,
  );
}

/** Returns 'ok' or the code of the refusal. */
const outcomeOf = ({ status, json }: RaceResponse): string =>
  status < 300 ? 'ok' : String(json?.code ?? status);

/** Returns the number of responses per outcome. */
export function outcomesOf(responses: readonly RaceResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of responses.map(outcomeOf)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export type AllowedStatuses = readonly (readonly [number, number])[];

/** The allowed statuses if one of two requests must succeed and the other must get 409. */
export const EITHER: AllowedStatuses = [
  [200, 409],
  [409, 200],
];

/** Sends two requests at once, in reverse order if `isReversed`. Returns the responses in the order of `pair`. */
export async function sendPair(
  pair: readonly RaceRequest[],
  isReversed: boolean,
): Promise<[RaceResponse, RaceResponse]> {
  const responses = await sendAtOnce(isReversed ? pair.toReversed() : pair);
  const [first, second] = isReversed ? responses.toReversed() : responses;
  if (!first || !second) throw new Error('a response is missing');
  return [first, second];
}

/** Asserts that the statuses of both responses are an allowed combination; returns them as '200 409'. */
export function expectAllowed(
  [first, second]: [RaceResponse, RaceResponse],
  allowed: AllowedStatuses,
): string {
  const statuses = `${first.status} ${second.status}`;
  const bodies = JSON.stringify([first.json, second.json]);
  const isAllowed = allowed.map((one) => one.join(' ')).includes(statuses);
  expect({ bodies, statuses, isAllowed }).toMatchObject({ isAllowed: true });
  return statuses;
}

export const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
