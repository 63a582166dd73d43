import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { refuse } from '../platform/errors.ts';

/** The program that decodes pictures. It is in the folder of this file, or of the bundle that contains this file. */
const PROGRAM = join(import.meta.dirname, `decode-process${extname(import.meta.filename)}`);

export interface DecodeOrder {
  readonly bytes: Buffer;
  readonly maxPx: number;
}
export interface Encoded {
  readonly picture: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
  readonly color: string;
}
export type DecodeResult = Encoded | 'bad_picture';

const DECODE_MS = 20_000;
const IDLE_MS = 30_000;
const MOST_WAITING = 20;
const RETRY_SECONDS = 5;

let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

function start(): ChildProcess {
  const started = fork(PROGRAM, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    serialization: 'advanced',
  });
  started.once('error', () => undefined); // 'close' follows, which ends the picture
  started.once('close', () => {
    if (child === started) child = undefined;
  });
  return started;
}

/** Ends the process when it has nothing to do for a while. It does not keep the server alive. */
function rest(process: ChildProcess): void {
  process.unref();
  process.channel?.unref();
  idle = setTimeout(() => process.disconnect(), IDLE_MS).unref();
}

async function decodeNow(order: DecodeOrder): Promise<DecodeResult> {
  clearTimeout(idle);
  if (!child?.connected) child = start(); // one that is ending gets no more pictures
  const process = child;
  process.ref();
  process.channel?.ref();
  const killing = setTimeout(() => process.kill('SIGKILL'), DECODE_MS);
  const { promise, resolve } = Promise.withResolvers<DecodeResult>();
  const fail = () => resolve('bad_picture'); // the picture has crashed or stalled the process
  process.once('close', fail);
  process.once('message', (result) => resolve(result as DecodeResult));
  process.send(order, (error) => error && fail());
  const result = await promise;
  clearTimeout(killing);
  process.off('close', fail);
  process.removeAllListeners('message');
  if (process.connected) rest(process);
  return result;
}

/** Decodes and encodes a picture in another process, one at a time. Refuses it if 20 others wait. docs/spec/behaviour.md §30.2 */
export async function decode(order: DecodeOrder): Promise<Encoded> {
  if (waiting > MOST_WAITING) refuse('pictures_busy', { retryAfterSeconds: RETRY_SECONDS });
  waiting++;
  const mine = last.then(() => decodeNow(order));
  last = mine.catch(() => undefined);
  try {
    const result = await mine;
    if (typeof result === 'string') refuse(result);
    return { ...result, picture: Buffer.from(result.picture), thumb: Buffer.from(result.thumb) };
  } finally {
    waiting--;
  }
}
