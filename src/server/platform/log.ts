import { writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

const KEPT_OF_ERRORS = ['code', 'errcode', 'constraint', 'table'] as const;

/**
 * What a log line may say of an error: its kind and its place in the code. A database's `detail` would hold people's emails
 * and phones, so the rest stays out.
 */
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
 * A destination of the log that never waits for its reader, as pino's own does: with it a stuck reader holds up every request, and
 * one that is gone keeps the process from ending. A line is written at once; one that cannot be waits for the next line, and past
 * MOST_UNREAD_BYTES lines are left out and counted. docs/spec/reliability.md §3.3
 * `writeBytes` says how many it has taken, or throws.
 */
export function unhurriedLines(writeBytes: (bytes: Buffer) => number): DestinationStream {
  let unread = NOTHING;
  let leftOut = 0;
  const tryToWrite = (): void => {
    while (unread.length > 0) {
      try {
        const count = writeBytes(unread);
        unread = count === unread.length ? NOTHING : unread.subarray(count);
      } catch {
        return; // whatever the reason, there is nobody to tell it to; what is left out is told when somebody reads again
      }
    }
  };
  return {
    write(line) {
      tryToWrite();
      if (unread.length > MOST_UNREAD_BYTES) {
        leftOut += line.split('\n').length - 1;
        return;
      }
      const warning = {
        level: 40,
        time: Date.now(),
        count: leftOut,
        msg: 'log lines left out: nobody read them',
      };
      const lines = leftOut > 0 ? `${JSON.stringify(warning)}\n${line}` : line;
      leftOut = 0;
      const bytes = Buffer.from(lines);
      unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
      tryToWrite();
    },
  };
}

const INFO = '{"level":30,';

/**
 * The lines of one turn of the event loop as one write: each costs a call of the system, as much as a tenth of an answer. What is
 * more than a request that went well is written at once, with all that came before it.
 */
export function linesTogether(destination: DestinationStream): DestinationStream & { flush(): void } {
  let waiting = '';
  const flush = (): void => {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    destination.write(lines);
  };
  return {
    flush,
    write(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (!line.startsWith(INFO)) flush();
    },
  };
}

const STANDARD_OUTPUT = 1;
function standardOutput(): DestinationStream {
  const lines = linesTogether(unhurriedLines((bytes) => writeSync(STANDARD_OUTPUT, bytes)));
  process.once('exit', lines.flush);
  return lines;
}

export const makeLog = (level: string, destination: DestinationStream = standardOutput()): Logger =>
  pino({ level, serializers: { err: errorLine }, base: null }, destination);

/** One line a request: its id (which the request's log carries), method, the route's pattern (never the address, it may hold something private), status, ms. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // 503 is meant: too many at once, or the database is away, which has a line of its own
    if (reply.statusCode === 503) request.log.warn(line, 'request');
    else if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
