// Many requests at one moment: each is sent but for its last byte, and all last bytes together.
import { connect, type Socket } from 'node:net';
import { PATIENCE_MS } from '../../support/size.ts';

export interface Asked {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly token?: string | null;
  readonly body?: object;
}
export interface Answered {
  readonly status: number;
  readonly json: Record<string, unknown> | null;
}

function bytesOf({ method, path, token, body = {} }: Asked): Buffer {
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

function connected(asked: Asked): Promise<{ socket: Socket; answer: Promise<Answered> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(asked.port, '127.0.0.1');
    let heard = '';
    const answer = new Promise<Answered>((answered, failed) => {
      socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer to ${asked.path}`)));
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('error', failed);
      socket.on('close', () => {
        const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
        answered({ status: Number(heard.split(' ')[1]), json: body === '' ? null : JSON.parse(body) });
      });
    });
    socket.once('error', reject);
    socket.once('connect', () => resolve({ socket, answer }));
  });
}

/** Asks all at once; the answers come in the order of the questions. */
export async function release(all: readonly Asked[]): Promise<Answered[]> {
  const waiting = await Promise.all(all.map(connected));
  const requests = all.map(bytesOf);
  for (const [n, { socket }] of waiting.entries()) socket.write(requests[n]?.subarray(0, -1) ?? '');
  await new Promise((resolve) => setTimeout(resolve, 20)); // the servers have read them
  for (const [n, { socket }] of waiting.entries()) socket.write(requests[n]?.subarray(-1) ?? '');
  return Promise.all(waiting.map(({ answer }) => answer));
}

/** How often each status came. */
export function counted(answers: readonly Answered[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
