import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { replyToClientError } from './hardening.ts';

const DRIP_MS = 100;
const ENDS_WITHIN_MS = 4000;

test('a caller who sends on after the refusal is cut off within seconds', async () => {
  const refuse = replyToClientError(false);
  const cut = Promise.withResolvers<number>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const begunMs = Date.now();
    socket.resume().on('error', () => undefined);
    socket.on('close', () => cut.resolve(Date.now() - begunMs));
    refuse(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true, // goes on sending after the server has ended its side
  });
  caller.resume().on('error', () => undefined);
  const over = new AbortController();
  const dripping = (async () => {
    while (!over.signal.aborted && caller.writable) {
      caller.write('x');
      await wait(DRIP_MS);
    }
  })();
  expect(await Promise.race([cut.promise, wait(ENDS_WITHIN_MS, 'still open')])).toBeLessThan(ENDS_WITHIN_MS);
  over.abort();
  await dripping;
  caller.destroy();
  server.close();
});
