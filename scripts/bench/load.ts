// Many callers at once. Each asks again as soon as it has its answer.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../measure/connection.ts';

export interface Rate {
  readonly perSecond: number;
  readonly answers: number;
}

/** The same question by all. Answers are counted by their bytes, so that the caller is not what is measured. */
export async function sameAgain(
  port: number,
  request: string,
  callers: number,
  seconds: number,
): Promise<Rate> {
  const first = openConnection(port);
  const { status, head, body } = await first.ask(request);
  first.close();
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const bytes = Buffer.byteLength(head) + 4 + body.length;
  let answers = 0;
  const sockets: Socket[] = [];
  for (let n = 0; n < callers; n++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(request)).setNoDelay(true);
    let heard = 0;
    socket.on('data', (chunk) => {
      heard += chunk.length;
      if (heard < bytes) return;
      heard -= bytes;
      answers++;
      socket.write(request);
    });
    sockets.push(socket);
  }
  const began = performance.now();
  await wait(seconds * 1000);
  const perSecond = answers / ((performance.now() - began) / 1000);
  for (const socket of sockets) socket.destroy();
  return { perSecond, answers };
}

/** Every request once, until none is left or the time is over. `act` returns false when there is none. */
export async function oneByOne(
  callers: number,
  seconds: number,
  act: (caller: number) => Promise<boolean>,
): Promise<Rate> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let answers = 0;
  const work = async (caller: number) => {
    while (performance.now() < until && (await act(caller))) answers++;
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  return { perSecond: answers / ((performance.now() - began) / 1000), answers };
}
