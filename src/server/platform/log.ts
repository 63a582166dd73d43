import { writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

const KEPT_OF_ERRORS = ['code', 'errcode', 'constraint', 'table'] as const;

/** Returns the fields of an error that are logged. Other fields, such as PostgreSQL's `detail`, may contain personal data. */
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

/** A log destination that drops lines instead of waiting for a slow reader: pino's own destination would block requests. docs/spec/reliability.md §3.3 */
export function nonBlockingDestination(writeBytes: (bytes: Buffer) => number): DestinationStream {
  let unread = NOTHING;
  let dropped = 0;
  const tryToWrite = (): void => {
    while (unread.length > 0) {
      try {
        const count = writeBytes(unread);
        unread = count === unread.length ? NOTHING : unread.subarray(count);
      } catch {
        return; // keeps the lines for the next attempt; a later warning counts the lines that were dropped meanwhile
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

/** Writes all info lines of an event loop turn with one system call (docs/measurements.md). Before any other line, it writes the collected lines. */
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

/** Logs a line per request: id, method, route, status, ms. It logs the route's pattern, because a URL may contain private data. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // a 503 is no bug: it means overload, or an unavailable database, which is logged separately
    if (reply.statusCode === 503) request.log.warn(line, 'request');
    else if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
