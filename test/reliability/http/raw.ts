// Sends raw bytes over a socket, including invalid requests.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { WAIT_MS } from '../../support/size.ts';

export interface RawAnswer {
  readonly status: number;
  /** Header names in lower case; values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function portOf(app: FastifyInstance): Promise<number> {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return Number(port);
}

/** Decodes a chunked body. */
function joined(parts: string): string {
  const bytes = Buffer.from(parts);
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (end < 0 || !(length > 0)) break;
    found.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(found).toString();
}

function parsed(bytes: Buffer): RawAnswer {
  const text = bytes.toString();
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const body = text.slice(end + 4);
  const isInParts = headers['transfer-encoding'] === 'chunked';
  return { status: Number(first.split(' ')[1]), headers, body: isInParts ? joined(body) : body };
}

/** Sends the parts one by one, and reads until the server closes the connection. The request must contain `Connection: close`. */
export function sendRaw(
  port: number,
  request: string | Buffer | readonly (string | Buffer)[],
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(WAIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => heard.push(Buffer.from(chunk)));
    // ignores an error after a response: the server may close before everything is written
    socket.on('error', (error) => (heard.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(parsed(Buffer.concat(heard))));
    const parts: readonly (string | Buffer)[] = Array.isArray(request) ? request : [request as string];
    socket.once('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        if (parts.length > 1) await wait(2);
      }
    });
  });
}

/** The bytes of a request with `Connection: close`. `headers` may be invalid. */
export function requestBytes(
  line: string,
  headers: Readonly<Record<string, string | null>>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: 'salon.test', Connection: 'close', 'Content-Length': String(bytes.length), ...headers };
  const head = Object.entries(all).filter(([, value]) => value !== null);
  const text = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${text}\r\n`, 'latin1'), bytes]);
}
