import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Server, startServer } from '../support/server.ts';
import { bySize, isHard, onIdleMachine, WAIT_MS } from '../support/size.ts';
import { trial } from '../support/trials/trial.ts';

/**
 * Each request logs a line. All lines together are larger than the buffer of the pipe, and in the large run also larger than the server's
 * log buffer.
 */
const REQUESTS = bySize(4_000, 40_000);
const CALLERS = 20;
const STOP_MS = 5_000;

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.process.kill('SIGKILL'));

const ask = async (): Promise<number> => {
  const answer = await fetch(`${server.url}/api/services`, { signal: AbortSignal.timeout(WAIT_MS) });
  await answer.arrayBuffer();
  return answer.status;
};

async function askMany(): Promise<void> {
  const statuses = new Set<number>();
  let asked = 0;
  const caller = async () => {
    while (asked++ < REQUESTS) statuses.add(await ask());
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  expect([...statuses]).toEqual([200]);
}

async function expectToStop(): Promise<void> {
  const began = performance.now();
  await server.stop();
  expect(onIdleMachine(performance.now() - began)).toBeLessThan(STOP_MS);
}

test('an unread log blocks neither requests nor the shutdown', async () => {
  trial({ what: 'log', cases: REQUESTS });
  server.process.stdout?.pause();
  await askMany();
  await expectToStop();
});

test('a closed log pipe blocks neither requests nor the shutdown', async () => {
  trial({ what: 'log', cases: REQUESTS });
  server.process.stdout?.destroy();
  await askMany();
  await expectToStop();
});

test('a reader that pauses gets the lines that follow the last one it has read, and the number of dropped lines', async () => {
  trial({ what: 'log', cases: REQUESTS });
  server.process.stdout?.pause();
  await askMany();
  server.process.stdout?.resume();
  const linesNow = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('"request"')).length;
  const leftOut = () => Number(/"count":(\d+),"msg":"log lines dropped/.exec(server.log())?.[1] ?? 0);
  let later = 0;
  await expect
    .poll(
      async () => {
        later++;
        await ask();
        return linesNow() + leftOut() >= REQUESTS;
      },
      { timeout: WAIT_MS },
    )
    .toBe(true);
  if (isHard) expect(leftOut()).toBeGreaterThan(0);
  else expect(leftOut()).toBe(0);
  expect(linesNow() + leftOut()).toBeLessThanOrEqual(REQUESTS + later + 100); // allows 100 lines that the server logs while it starts
  for (const line of server
    .log()
    .split('\n')
    .filter((text) => text.startsWith('{')))
    JSON.parse(line);
});
