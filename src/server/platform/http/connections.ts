import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, HookHandlerDoneFunction } from 'fastify';
import { AppError } from '../errors.ts';

/** Limits how many requests of one connection may wait for their responses. Register after `setHeaders`. docs/spec/behaviour.md §3.5 */
export function protectConnections(app: FastifyInstance): void {
  answerInOrder(app);
  readOnBeforeClosing(app);
}

/** With this many unanswered requests the server stops reading from the connection. */
const PAUSED_FROM_REQUESTS = 16;
const MOST_REQUESTS = 64;
const RETRY_SECONDS = 2;

interface Pipeline {
  readonly socket: Socket;
  readonly waiting: (() => void)[];
  /** Starts the next request after a response. One function for the whole connection, because one per request is a few percent slower. */
  readonly next: () => void;
  isAnswering: boolean;
  isPaused: boolean;
  isRefused: boolean;
}

function newPipeline(socket: Socket): Pipeline {
  const pipeline: Pipeline = {
    socket,
    waiting: [],
    next: () => startNext(pipeline),
    isAnswering: false,
    isPaused: false,
    isRefused: false,
  };
  return pipeline;
}

/** Handles a connection's requests one after the other: Node would start all pipelined requests at once and keep their responses in memory. */
function answerInOrder(app: FastifyInstance): void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    let pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipeline = newPipeline(socket);
      pipelines.set(socket, pipeline);
    }
    if (pipeline.isRefused)
      reply.hijack(); // this request gets no response, because the connection closes after an earlier refusal
    else if (pipeline.isAnswering) enqueue(pipeline, reply, done);
    else start(pipeline, reply, done);
  });
}

function start(pipeline: Pipeline, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  pipeline.isAnswering = true;
  reply.raw.once('close', pipeline.next);
  if (pipeline.isRefused) {
    pipeline.waiting.length = 0;
    reply.header('connection', 'close');
    done(new AppError('server_busy', { retryAfterSeconds: RETRY_SECONDS }));
  } else done();
}

function enqueue(pipeline: Pipeline, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  pipeline.waiting.push(() => start(pipeline, reply, done));
  pipeline.isRefused = pipeline.waiting.length >= MOST_REQUESTS;
  pauseIfFull(pipeline);
}

function startNext(pipeline: Pipeline): void {
  pipeline.isAnswering = false;
  if (pipeline.socket.destroyed) return;
  pipeline.waiting.shift()?.();
  if (pipeline.isPaused && !isFull(pipeline)) {
    pipeline.isPaused = false;
    pipeline.socket.resume();
  } else pauseIfFull(pipeline);
}

const isFull = ({ waiting }: Pipeline): boolean => waiting.length + 1 >= PAUSED_FROM_REQUESTS;

/** Pauses a connection with too many waiting requests, but not at once: Node resumes the socket after each request and response. */
function pauseIfFull(pipeline: Pipeline): void {
  if (!isFull(pipeline)) return;
  setImmediate(() => {
    if (!isFull(pipeline)) return;
    pipeline.isPaused = true;
    pipeline.socket.pause();
  });
}

const READ_ON_BYTES = 16_000_000;
const READ_ON_MS = 2000;

/** Reads the rest of a refused body before closing: unread data would reset the connection and lose the response. RFC 9112, 9.6 */
function readOnBeforeClosing(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete || typeof payload !== 'string') return done();
    const isClosing = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
    if (!isClosing) return done();
    reply.header('content-length', Buffer.byteLength(payload));
    return done(null, Readable.from(beforeTheEnd(payload, raw)));
  });
}

async function* beforeTheEnd(text: string, request: IncomingMessage): AsyncGenerator<string> {
  yield text;
  await restOf(request);
}

const restOf = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    const timer = setTimeout(resolve, READ_ON_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > READ_ON_BYTES) end();
    });
    for (const event of ['end', 'error', 'close']) request.once(event, end);
    request.resume();
  });
