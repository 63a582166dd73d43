// Many requests at one moment: each is sent but for its last byte, and all last bytes together.
import { connect, type Socket } from 'node:net';
import { bySize, WAIT_MS } from '../../support/size.ts';

const ANSWERED_WITHIN_MS = bySize(WAIT_MS, 4 * WAIT_MS); // of ten thousand the last
const CONNECTING_AT_ONCE = 200; // fewer than the server's queue of new connections holds

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

/** Sends all at once; the responses come in the order of the requests. */
export async function sendAtOnce(requests: readonly RaceRequest[]): Promise<RaceResponse[]> {
  const waiting: Awaited<ReturnType<typeof connected>>[] = [];
  while (waiting.length < requests.length) {
    const group = requests.slice(waiting.length, waiting.length + CONNECTING_AT_ONCE);
    waiting.push(...(await Promise.all(group.map(connected))));
  }
  const bytes = requests.map(bytesOf);
  for (const [n, { socket }] of waiting.entries()) socket.write(bytes[n]?.subarray(0, -1) ?? '');
  await new Promise((resolve) => setTimeout(resolve, requests.length > 2 ? 20 : 5)); // the servers have read them
  for (const [n, { socket }] of waiting.entries()) socket.write(bytes[n]?.subarray(-1) ?? '');
  return Promise.all(waiting.map(({ response }) => response));
}

/** 'ok' or the code of the refusal. */
const outcomeOf = ({ status, json }: RaceResponse): string =>
  status < 300 ? 'ok' : String(json?.code ?? status);

/** How often each outcome came. */
export function outcomesOf(responses: readonly RaceResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of responses.map(outcomeOf)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
