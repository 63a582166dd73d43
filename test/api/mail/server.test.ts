import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { type Server, startServer } from '../../support/server.ts';
import { WAIT_MS } from '../../support/size.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const started = async (settings: Record<string, string> = {}): Promise<Server> => {
  const server = await startServer(settings);
  closing.push(() => server.stop());
  return server;
};
const post = async (): Promise<MailServer> => {
  const opened = await openMailServer();
  closing.push(() => opened.close());
  return opened;
};
const forgot = (server: Server, email = server.admin.email) =>
  fetch(`${server.url}/api/auth/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
const untilLogged = async (server: Server, text: string): Promise<string> => {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const line = server
      .log()
      .split('\n')
      .find((one) => one.includes(text));
    if (line) return line;
    if (Date.now() > end) throw new Error(`${text} was not logged:\n${server.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('the server sends a mail right after the change that queued it, without waiting for the timer', async () => {
  const mails = await post();
  const server = await started({ SMTP_URL: mails.url });
  expect((await forgot(server)).status).toBe(204);
  await mails.until(1);
  expect(mails.mails[0]?.text).toContain(`${server.url}/reset#token=`);
  const line = await untilLogged(server, 'mail sent');
  expect(JSON.parse(line)).toMatchObject({ mail: 1, kind: 'RESET_LINK', attempt: 1 });
});

test('a mail server that never responds blocks neither requests nor the shutdown', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closing.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect((await forgot(server)).status).toBe(204);
  const [waiting] = (await connected) as [Socket];
  for (let n = 0; n < 3; n++) expect((await forgot(server, `x${n}@primer.rs`)).status).toBe(204);
  expect(waiting.closed, 'the letter still waits for a greeting').toBe(false);
  await server.stop(); // `stop` throws if the server does not stop in time
});

test('without SMTP_URL, the log contains only the kind and the id of a mail', async () => {
  const server = await started();
  await forgot(server);
  const line = JSON.parse(await untilLogged(server, 'SMTP_URL is not set'));
  expect(line).toMatchObject({ mail: 1, kind: 'RESET_LINK' });
  expect(Object.keys(line).sort()).toEqual(['kind', 'level', 'mail', 'msg', 'time']);
  const afterStart = server.log().slice(server.log().indexOf('┘'));
  expect(afterStart).not.toContain(server.admin.email);
});
