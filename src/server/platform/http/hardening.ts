import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { AppError } from '../errors.ts';
import { fixedHeaders } from './headers.ts';

export interface Timeouts {
  readonly requestMs: number;
  /** How long the body of an endpoint that takes bytes may take while bytes arrive. */
  readonly bytesMs?: number;
  /** How long a client may stay idle or leave a response unread. Node may double this time, because it skips the first timeout after a write. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
  /** How often an idle event stream sends a heartbeat, so that no proxy closes it. */
  readonly heartbeatMs: number;
}

export const TIMEOUTS: Timeouts = {
  requestMs: 12_000,
  bytesMs: 60_000,
  idleMs: 7000,
  checkEveryMs: 2000,
  heartbeatMs: 25_000,
};

export const fastifyTimeouts = ({ requestMs, bytesMs = requestMs, idleMs, checkEveryMs }: Timeouts) => ({
  requestTimeout: bytesMs,
  connectionTimeout: idleMs,
  http: {
    headersTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    requireHostHeader: false, // Node's own response to a request without Host has no body; `refuseUnclearRequests` rejects the request with an error body
  },
});

/** Rejects requests that Node would answer with an empty 400 or 417, or that have two Host headers. Register after `setHeaders`. */
export function refuseUnclearRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersion, headers } = request.raw;
    const hosts = countOf('host', rawHeaders); // if a request has two Host headers, a proxy may use one and Node the other
    const isClear =
      (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) &&
      (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue');
    if (isClear) done();
    else done(new AppError('broken_request'));
  });
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at];
    if (text?.length === name.length && text.toLowerCase() === name) count++;
  }
  return count;
}

const TOO_SLOW = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Closes the connection of a body that takes too long. Node has one limit for all requests, which bytes need longer. */
export function limitBodies(app: FastifyInstance, { requestMs }: Timeouts): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    const takesBytes = (routeOptions.config as { takesBytes?: boolean } | undefined)?.takesBytes;
    if ((length !== undefined || encoding !== undefined) && !takesBytes) {
      const timer = setTimeout(() => {
        if (!raw.complete) app.server.emit('clientError', TOO_SLOW, raw.socket);
      }, requestMs);
      for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Keeps the connection open while the server handles a request, even if the database is slow. */
export function keepPendingRequestsOpen(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (!request.raw.complete || reply.raw.headersSent) socket.destroy();
    });
    done();
  });
}

/** Responses to input that node:http cannot parse as a request: [status line, error code]. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [string, ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
};
const BAD_REQUEST = ['400 Bad Request', 'broken_request'] as const;

function responseText(status: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

/** How long a refused connection may take to read the response. */
const DESTROYED_AFTER_MS = 2000;

/** Responds to invalid HTTP with the usual error body and closes the connection. */
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
    setTimeout(() => socket.destroy(), DESTROYED_AFTER_MS).unref(); // a caller who sends on would keep the other half open
  };

declare module 'fastify' {
  interface FastifyInstance {
    readonly shutdown: {
      begin(): void;
      hasBegun(): boolean;
      /** Registers a function that runs first when the shutdown begins. */
      onBegin(act: () => void): void;
    };
  }
}

/** During a shutdown `GET /ready` fails and responses close connections, so that proxies use another server. docs/spec/behaviour.md §1.2 */
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
    return false; // the path is malformed and cannot be decoded
  }
};

/** Replaces an undecodable URL by a URL that gives 404: the router would reject it before any hook adds the usual headers. */
export function rewriteMalformedUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%')) return url;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (isDecodable(path)) return url;
  return /^\/+(api|assets)(\/|$)/.test(path) ? '/api/-' : '/-';
}
