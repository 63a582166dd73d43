import { writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

const KEPT_OF_ERRORS = ['code', 'errcode', 'constraint', 'table'] as const;

/** The fields of an error that are logged. All others are dropped: a database's `detail` contains emails and phones. */
function errorLine(error: Error): Record<string, unknown> {
  const line: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const key of KEPT_OF_ERRORS)
    if (key in error) line[key] = (error as unknown as Record<string, unknown>)[key];
  if (error instanceof AggregateError)
    line.errors = error.errors.map((each) => (each instanceof Error ? errorLine(each) : typeof each));
  return line;
}

export const MOST_UNREAD_BYTES = 1_000_000;
const NOTHING = Buffer.alloc(0);

/**
 * A log destination that never waits for its reader. With pino's own a stuck reader blocks every request, and a closed pipe keeps
 * the process from ending. Lines that cannot be written are buffered until the next line; beyond MOST_UNREAD_BYTES lines are dropped
 * and counted. `writeBytes` returns how many bytes it has written, or throws. docs/spec/reliability.md §3.3
 */
export function nonBlockingDestination(writeBytes: (bytes: Buffer) => number): DestinationStream {
  let unread = NOTHING;
  let dropped = 0;
  const tryToWrite = (): void => {
    while (unread.length > 0) {
      try {
        const count = writeBytes(unread);
        unread = count === unread.length ? NOTHING : unread.subarray(count);
      } catch {
        return; // there is no other place to report it; the warning below follows once the reader is back
      }
    }
  };
  return {
    write(line) {
      tryToWrite();
      if (unread.length > MOST_UNREAD_BYTES) {
        dropped += line.split('\n').length - 1;
        return;
      }
      const warning = {
        level: 40,
        time: Date.now(),
        count: dropped,
        msg: 'log lines dropped: the reader did not keep up',
      };
      const lines = dropped > 0 ? `${JSON.stringify(warning)}\n${line}` : line;
      dropped = 0;
      const bytes = Buffer.from(lines);
      unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
      tryToWrite();
    },
  };
}

const STANDARD_OUTPUT = 1;
const INFO = '{"level":30,';

/**
 * Writes the info lines of one event loop turn in one system call, which nearly doubles the rate of cached responses with 32 clients
 * (docs/measurements.md). Any other line is written at once, after the lines before it.
 */
export function batchLines(destination: DestinationStream): DestinationStream & { flush(): void } {
  let batch = '';
  const flush = (): void => {
    if (batch === '') return;
    const lines = batch;
    batch = '';
    destination.write(lines);
  };
  return {
    flush,
    write(line) {
      if (batch === '') setImmediate(flush);
      batch += line;
      if (!line.startsWith(INFO)) flush();
    },
  };
}

function standardOutput(): DestinationStream {
  const lines = batchLines(nonBlockingDestination((bytes) => writeSync(STANDARD_OUTPUT, bytes)));
  process.once('exit', lines.flush);
  return lines;
}

export const makeLog = (level: string, destination: DestinationStream = standardOutput()): Logger =>
  pino({ level, serializers: { err: errorLine }, base: null }, destination);

/** Logs one line per request: id (by the request's logger), method, route pattern (the address may contain private data), status, ms. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // a 503 is deliberate: overload, or an unavailable database, which is logged separately
    if (reply.statusCode === 503) request.log.warn(line, 'request');
    else if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
