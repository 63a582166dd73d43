import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { subscribeToOtherProcesses } from './other-processes.ts';

const RECONNECTS = 5;

test('a reconnection removes the abort listener of the lost connection', async () => {
  const refusing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const stopping = new AbortController();
  const others = {
    url: `postgres://salon@127.0.0.1:${port}/salon`,
    log: { warn: () => undefined },
    onPublished: () => undefined,
    onConnected: () => undefined,
  };
  const subscribed = subscribeToOtherProcesses(others, stopping.signal);
  const counts: number[] = [];
  while (counts.length < RECONNECTS) {
    await once(refusing, 'connection');
    counts.push(getEventListeners(stopping.signal, 'abort').length);
  }
  expect(counts).toEqual(counts.map(() => 1));
  stopping.abort();
  await subscribed;
  refusing.close();
});
