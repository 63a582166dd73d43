import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../support/databases/postgres.ts';
import { startServer } from '../../support/server.ts';
import { AGAIN, bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const REFUSED_WITHIN_MS = 5000;
const ROUNDS = bySize(1, 20);

/** Returns the ids of the process and its children. The children are not in its process group. */
function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return [pid, ...pairs.flatMap(([child, parent]) => (parent === pid && child ? [child] : []))];
}
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name);
}

test(
  'requests get 503 within the time limit while PostgreSQL is frozen, and succeed when it runs again',
  AGAIN,
  async () => {
    trial({ what: 'database gone', cases: ROUNDS });
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const server = await startServer({ DATABASE_URL: postgres.url });
    onTestFinished(() => server.stop());
    const ask = async (path: string) => {
      const began = performance.now();
      const answer = await fetch(`${server.url}/api${path}`);
      await answer.arrayBuffer();
      return { status: answer.status, ms: performance.now() - began };
    };
    const all = () => Promise.all(['/health', ...Array<string>(20).fill('/services')].map(ask));
    for (let round = 0; round < ROUNDS; round++) {
      expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set([200]));
      const frozen = familyOf(postgres.pid);
      signal(frozen, 'SIGSTOP');
      try {
        const answers = await all();
        for (const { status } of answers) expect(status).toBe(503);
        for (const { ms } of answers) expect(ms).toBeLessThan(REFUSED_WITHIN_MS);
      } finally {
        signal(frozen, 'SIGCONT');
      }
      await expect.poll(async () => (await ask('/health')).status, { timeout: WAIT_MS }).toBe(200);
      await wait(50);
    }
    expect(server.process.exitCode).toBeNull();
    expect(server.log()).not.toMatch(/"crash"|unhandled|uncaught/i);
  },
);
