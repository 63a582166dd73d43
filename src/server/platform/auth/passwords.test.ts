import { expect, test } from 'vitest';
import { type Lane, makeHashQueue } from './passwords.ts';

/** Everybody who stands in the queue, and in which order they were served. */
function aQueue() {
  const queue = makeHashQueue();
  const served: string[] = [];
  const stand = (lane: Lane, name: string, gone?: AbortSignal) =>
    queue.withPlace(lane, async () => {
      await queue.turn(lane, gone);
      served.push(name);
    });
  return { queue, served, stand };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two are served at once, the next when one is done', async () => {
  const { queue, served, stand } = aQueue();
  for (const name of ['first', 'second', 'third']) void stand('check', name);
  await settled();
  expect(served).toEqual(['first', 'second']);
  queue.next();
  await settled();
  expect(served).toEqual(['first', 'second', 'third']);
});

test('a login among many new passwords is the next to be served', async () => {
  const { queue, served, stand } = aQueue();
  for (let n = 1; n <= 20; n++) void stand('new', `new ${n}`);
  void stand('check', 'login');
  await settled();
  queue.next();
  await settled();
  expect(served).toEqual(['new 1', 'new 2', 'login']);
});

test('a new password among many logins is the next to be served', async () => {
  const { queue, served, stand } = aQueue();
  for (let n = 1; n <= 30; n++) void stand('check', `login ${n}`);
  void stand('new', 'new');
  await settled();
  expect(served).toEqual(['login 1', 'login 2']);
  queue.next();
  await settled();
  expect(served).toEqual(['login 1', 'login 2', 'new']);
});

test.each([
  ['check', 30],
  ['new', 20],
] as const)('of the lane "%s" %i have a place, and one more is refused', async (lane, places) => {
  const { stand } = aQueue();
  for (let n = 0; n < places; n++) void stand(lane, String(n));
  await expect(stand(lane, 'one more')).rejects.toMatchObject({
    code: 'server_busy',
    status: 503,
    retryAfterSeconds: 2,
  });
});

test('a caller who leaves gives place and turn up', async () => {
  const { queue, served, stand } = aQueue();
  const leaving = new AbortController();
  for (let n = 1; n <= 29; n++) void stand('check', `login ${n}`);
  const left = stand('check', 'leaving', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'too_slow' });
  void stand('check', 'after');
  for (let n = 1; n <= 30; n++) {
    await settled();
    queue.next();
  }
  expect(served).toHaveLength(30);
  expect(served).not.toContain('leaving');
});

test('a caller who has left already is not served', async () => {
  const { served, stand } = aQueue();
  await expect(stand('check', 'gone', AbortSignal.abort())).rejects.toMatchObject({ code: 'too_slow' });
  await stand('check', 'next');
  expect(served).toEqual(['next']);
});
