import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openConnection, requestText } from './connection.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function connectedTo(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = openConnection((server.address() as AddressInfo).port);
  closings.push(
    () => connection.close(),
    () => server.close(),
  );
  return connection;
}

const GET = requestText({ method: 'GET', path: '/' });

test('the client reads responses with Content-Length, in chunks and without a body from one connection', async () => {
  const bodies = ['đačka', 'x'.repeat(300_000), ''];
  let asked = 0;
  const connection = await connectedTo((_, reply) => {
    const body = bodies[asked++] ?? '';
    if (asked === 1) reply.setHeader('content-length', Buffer.byteLength(body)).end(body);
    else if (asked === 2) {
      reply.write(body.slice(0, 7));
      reply.end(body.slice(7));
    } else reply.writeHead(204).end();
  });
  const statuses: number[] = [];
  for (const body of bodies) {
    const answer = await connection.ask(GET);
    expect(answer.body.toString()).toBe(body);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 204]);
});

test('the request contains the bearer token, the body, and the body’s length in bytes', async () => {
  const connection = await connectedTo(async (request, reply) => {
    const sent = await Array.fromAsync(request);
    reply.end(`${request.method} ${request.headers.authorization} ${Buffer.concat(sent)}`);
  });
  const request = requestText({ method: 'PUT', path: '/', token: 't', body: { name: 'Đurđa' } });
  expect((await connection.ask(request)).body.toString()).toBe('PUT Bearer t {"name":"Đurđa"}');
});

test('the client reconnects after the server has closed the connection', async () => {
  const connection = await connectedTo((_, reply) => reply.setHeader('connection', 'close').end('da'));
  for (let n = 0; n < 2; n++) expect((await connection.ask(GET)).body.toString()).toBe('da');
});
