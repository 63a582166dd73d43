import { expect, test } from 'vitest';
import { type Lane, makeHashQueue } from './passwords.ts';

/** Returns a hash queue and the names of its requests in the order in which they get their turn. */
function aQueue() {
  const queue = makeHashQueue();
  const served: string[] = [];
  const enqueue = (lane: Lane, name: string, disconnected?: AbortSignal) =>
    queue.withPlace(lane, async () => {
      await queue.turn(lane, disconnected);
      served.push(name);
    });
  return { queue, served, enqueue };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two hashes run at once, and the next one starts when one of them ends', async () => {
  const { queue, served, enqueue } = aQueue();
  for (const name of ['first', 'second', 'third']) void enqueue('check', name);
  await settled();
  expect(served).toEqual(['first', 'second']);
  queue.next();
  await settled();
  expect(served).toEqual(['first', 'second', 'third']);
});

test('a login gets the next turn, before many queued new passwords', async () => {
  const { queue, served, enqueue } = aQueue();
  for (let n = 1; n <= 20; n++) void enqueue('new', `new ${n}`);
  void enqueue('check', 'login');
  await settled();
  queue.next();
  await settled();
  expect(served).toEqual(['new 1', 'new 2', 'login']);
});

test('a new password is hashed before the logins that were queued earlier', async () => {
  const { queue, served, enqueue } = aQueue();
  for (let n = 1; n <= 30; n++) void enqueue('check', `login ${n}`);
  void enqueue('new', 'new');
  await settled();
  expect(served).toEqual(['login 1', 'login 2']);
  queue.next();
  await settled();
  expect(served).toEqual(['login 1', 'login 2', 'new']);
});

test.each([
  ['check', 30],
  ['new', 20],
] as const)('the queue “%s” has %i places and refuses one more request', async (lane, places) => {
  const { enqueue } = aQueue();
  for (let n = 0; n < places; n++) void enqueue(lane, String(n));
  await expect(enqueue(lane, 'one more')).rejects.toMatchObject({
    code: 'server_busy',
    status: 503,
    retryAfterSeconds: 2,
  });
});

test('the password check of a client that disconnects is removed from the queue', async () => {
  const { queue, served, enqueue } = aQueue();
  const leaving = new AbortController();
  for (let n = 1; n <= 29; n++) void enqueue('check', `login ${n}`);
  const left = enqueue('check', 'leaving', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'too_slow' });
  void enqueue('check', 'after');
  for (let n = 1; n <= 30; n++) {
    await settled();
    queue.next();
  }
  expect(served).toHaveLength(30);
  expect(served).not.toContain('leaving');
});

test('a password check of a client that has already disconnected is rejected and never queued', async () => {
  const { served, enqueue } = aQueue();
  await expect(enqueue('check', 'gone', AbortSignal.abort())).rejects.toMatchObject({ code: 'too_slow' });
  await enqueue('check', 'next');
  expect(served).toEqual(['next']);
});
