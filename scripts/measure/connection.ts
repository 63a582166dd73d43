// An HTTP client that needs little CPU time: it keeps one connection open, and parses only the status and the length
// of a response.
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
  readonly ms: number;
}

export interface Connection {
  /** Sends one request and reads its response. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token?: string | null | undefined;
  readonly body?: object | undefined;
}

/** Returns the text of an HTTP request, ready to be written to the socket. */
export function requestText({ method, path, token, body }: Sent): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const heads = [`${method} ${path} HTTP/1.1`, 'Host: salon'];
  if (token) heads.push(`Authorization: Bearer ${token}`);
  if (body !== undefined)
    heads.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return `${heads.join('\r\n')}\r\n\r\n${text}`;
}

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function joinedChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (line < 0 || !(length > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}

/**
 * Returns a function that must be called with each chunk of a response. It returns undefined until the response is
 * complete, and then the parsed response.
 */
function makeReader(): (chunk: Buffer) => Omit<Answer, 'ms'> | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let head = '';
  let status = 0;
  let length = 0;
  let isChunked = false;
  const readHead = (whole: Buffer) => {
    head = whole.toString('latin1', 0, whole.indexOf(END_OF_HEAD));
    status = Number(head.slice(9, 12));
    isChunked = /^transfer-encoding: chunked/im.test(head);
    length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  };
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (head === '') {
      const whole = Buffer.concat(chunks);
      if (!whole.includes(END_OF_HEAD)) return undefined;
      readHead(whole);
    }
    const start = head.length + END_OF_HEAD.length;
    const tail = () => Buffer.concat(chunks.slice(-LAST_CHUNK.length)).subarray(-LAST_CHUNK.length);
    const isWhole = isChunked ? tail().equals(LAST_CHUNK) : bytes >= start + length;
    if (!isWhole) return undefined;
    const body = Buffer.concat(chunks).subarray(start);
    return { status, head, body: isChunked ? joinedChunks(body) : body };
  };
}

export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  const opened = (): Socket => {
    if (socket && !socket.destroyed && socket.writable) return socket;
    socket = connect(port, '127.0.0.1').setNoDelay(true).setMaxListeners(0);
    return socket;
  };
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const used = opened();
        const read = makeReader();
        const began = performance.now();
        const settle = (finish: () => void) => {
          used.removeAllListeners();
          used.on('error', () => used.destroy()); // after `destroy`, the next request opens a new connection
          finish();
        };
        used.on('data', (chunk: Buffer) => {
          const answer = read(chunk);
          if (!answer) return;
          if (/^connection: close/im.test(answer.head)) used.destroy();
          settle(() => resolve({ ...answer, ms: performance.now() - began }));
        });
        const fail = (error: Error) => settle(() => reject(error));
        used.on('error', fail);
        used.on('end', () => {
          used.destroy();
          fail(new Error(`the connection ended before the response to ${request.slice(0, 60)}`));
        });
        used.write(request);
      }),
    close: () => socket?.destroy(),
  };
}
