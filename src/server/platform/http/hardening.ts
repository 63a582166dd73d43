import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { AppError } from '../errors.ts';
import { fixedHeaders } from './headers.ts';

/** How long a client may take to send and to read. */
export interface Timeouts {
  /** Slow headers or bodies are cut. */
  readonly requestMs: number;
  /** Slow readers, and connections on which nothing comes, are cut; Node forgives a write once, so after up to twice this. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
  /** How often something is sent on a stream of events, so that nobody on the way takes it for dead. */
  readonly heartbeatMs: number;
}

export const TIMEOUTS: Timeouts = {
  requestMs: 12_000,
  idleMs: 7000,
  checkEveryMs: 2000,
  heartbeatMs: 25_000,
};

export const fastifyTimeouts = ({ requestMs, idleMs, checkEveryMs }: Timeouts) => ({
  requestTimeout: requestMs,
  connectionTimeout: idleMs,
  http: {
    headersTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    requireHostHeader: false, // Node's own answer would be without a body: `refuseUnclearRequests` says it
  },
});

/**
 * Refuses what Node would answer with an empty 400 or 417, and two Host headers, of which a proxy may have read the other one.
 * After `setHeaders`: these answers have the headers and the form of every error too.
 */
export function refuseUnclearRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersion, headers } = request.raw;
    const hosts = countOf('host', rawHeaders);
    const isClear =
      (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) &&
      (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue');
    if (isClear) done();
    else done(new AppError('broken_request'));
  });
}

/** How often a header was sent, of names and values in turn. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at];
    if (text?.length === name.length && text.toLowerCase() === name) count++;
  }
  return count;
}

/** Does not time out a client while its request is being handled, however long the database takes. */
export function keepPendingRequestsOpen(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (!request.raw.complete || reply.raw.headersSent) socket.destroy();
    });
    done();
  });
}

/** What node:http refuses before there is a request: [status line, error code]. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [string, ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
};
const BAD_REQUEST = ['400 Bad Request', 'broken_request'] as const;

function responseText(status: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

/** Replies to what is not even HTTP, in the form of every error, and closes the connection. */
export const replyToClientError =
  (isHttps: boolean) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, code] = CLIENT_ERRORS[error.code ?? ''] ?? BAD_REQUEST;
    const body = JSON.stringify({ error: errors[code].text, code });
    const headers = {
      ...fixedHeaders(isHttps),
      date: new Date().toUTCString(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    socket.end(responseText(status, headers, body));
  };

declare module 'fastify' {
  interface FastifyInstance {
    readonly shutdown: {
      begin(): void;
      hasBegun(): boolean;
      /** What is done first of all. */
      onBegin(act: () => void): void;
    };
  }
}

/**
 * Once the shutdown has begun, `GET /ready` says no, and each response asks for a new connection next time: a proxy has left
 * before the last connection is closed. docs/spec/behaviour.md §1.2
 */
export function prepareShutdown(app: FastifyInstance): void {
  let hasBegun = false;
  const acts: (() => void)[] = [];
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    for (const act of acts) act();
  };
  app.decorate('shutdown', { begin, hasBegun: () => hasBegun, onBegin: (act) => void acts.push(act) });
  app.addHook('preClose', async () => begin());
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (hasBegun) reply.header('connection', 'close');
    done();
  });
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // there is no other way to find out
  }
};

/**
 * An address that cannot be decoded is an unknown one. The router would reply before any hook has run, without the headers
 * that every response has; so it is rewritten to a path that does not exist.
 */
export function rewriteMalformedUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%')) return url;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (isDecodable(path)) return url;
  return /^\/+(api|assets)(\/|$)/.test(path) ? '/api/-' : '/-';
}
