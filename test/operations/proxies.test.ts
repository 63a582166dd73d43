import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { Agent, request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/machine/free-port.ts';
import { root, startProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { WAIT_MS } from '../support/size.ts';
import { aFolder } from '../support/temporary-folder.ts';
import { ensureProgram } from './programs.ts';

const NAME = 'salon.example.rs';
/** Not the proxy's: what comes from there is believed. */
const CALLER = '127.0.0.2';
const EVENT_MS = 400;

type Certificate = { readonly key: string; readonly chain: string };
function certificateIn(folder: string): Certificate {
  const openssl = ensureProgram('openssl', 'openssl');
  const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME}`;
  execFileSync(openssl, [...options.split(' '), '-keyout', key, '-out', chain], { stdio: 'ignore' });
  return { key, chain };
}

interface Ports {
  readonly server: number;
  readonly tls: number;
  readonly plain: number;
}
type Proxy = {
  /** Writes its file of deploy/ into a folder, changed to these ports and this certificate; returns how it is started. */
  configure(folder: string, ports: Ports, certificate: Certificate): [string, ...string[]];
};

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    configure(folder, { server, tls, plain }, { key, chain }) {
      const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`)
        .replaceAll(/listen \[::\].*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443', `listen 127.0.0.1:${tls}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${chain};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
        mkdirSync(join(folder, name));
        return `${name}_temp_path ${join(folder, name)};`;
      });
      const whole = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}\n}\n`;
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, whole);
      const nginx = ensureProgram('nginx', 'nginx-light');
      const checked = spawnSync(nginx, ['-t', '-q', '-e', 'stderr', '-c', file], { encoding: 'utf8' });
      expect({ status: checked.status, stderr: checked.stderr }).toMatchObject({ status: 0 });
      return [nginx, '-e', 'stderr', '-c', file];
    },
  },
  Caddy: {
    configure(folder, { server, tls, plain }, { key, chain }) {
      const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`)
        .replace(`${NAME} {`, `${NAME}:${tls} {\n\tbind 127.0.0.1\n\ttls ${chain} ${key}`);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n}\n${site}`);
      const caddy = ensureProgram('caddy', 'caddy');
      const checked = spawnSync(caddy, ['validate', '--config', file], { encoding: 'utf8' });
      expect({ status: checked.status, stderr: checked.stderr }).toMatchObject({ status: 0 });
      return [caddy, 'run', '--config', file];
    },
  },
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

async function startProxy(name: string, server: number) {
  const folder = aFolder();
  const ports = { server, tls: await freePort(), plain: await freePort() };
  const certificate = certificateIn(folder);
  const command = PROXIES[name]?.configure(folder, ports, certificate) ?? [''];
  const program = startProgram(command as [string, ...string[]], { HOME: folder });
  onTestFinished(async () => {
    program.process.kill('SIGTERM');
    await program.ended();
  });
  await expect.poll(() => isListening(ports.tls), { timeout: WAIT_MS }).toBe(true);
  const agent = new Agent({ ca: readFileSync(certificate.chain), servername: NAME });
  onTestFinished(() => agent.destroy());
  type Answer = { status: number; headers: Record<string, unknown>; text: string; arrivals: number[] };
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        localAddress: CALLER,
        port: ports.tls,
        method,
        path,
        agent,
        headers: { host: NAME, ...(body && { 'content-type': 'application/json' }), ...headers },
      });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        let text = '';
        const arrivals: number[] = [];
        answer.on('data', (part) => {
          text += part;
          arrivals.push(performance.now());
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, arrivals }),
        );
      });
      sent.end(body && JSON.stringify(body));
    });
  return { ports, ask };
}

test.each(Object.keys(PROXIES))(
  'deploy/ holds a file for %s: behind it callers have TLS and are told apart, whatever they claim',
  async (name) => {
    const server = await startServer({
      RATE_LIMIT: 'on',
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: `https://${NAME}`,
    });
    onTestFinished(() => server.stop());
    const { ask, ports } = await startProxy(name, Number(new URL(server.url).port));
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
    expect((await ask('GET', '/api/health')).headers['strict-transport-security']).toMatch(/max-age=\d+/);
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/booking`, {
      redirect: 'manual',
      headers: { host: NAME },
    });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/.*\/booking$/);

    const guess = (n: number) =>
      ask(
        'POST',
        '/api/auth/login',
        { email: server.admin.email, password: `pogodak${n}` },
        { 'x-forwarded-for': `198.51.100.${n}` },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const elsewhere = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify(server.admin),
    });
    expect(elsewhere.status).toBe(200);
  },
);

/** Sends three events, one after the other. */
function eventStream(): Promise<HttpServer> {
  const server = createServer(async (asked, answer) => {
    if (asked.url !== '/api/events') return void answer.end();
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (let n = 0; n < 3; n++) {
      answer.write(`data: ${n}\n\n`);
      await wait(EVENT_MS);
    }
    answer.end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

test.each(Object.keys(PROXIES))(
  'an event reaches a caller through %s when it is sent, not when the stream ends',
  async (name) => {
    const upstream = await eventStream();
    onTestFinished(() => void upstream.close());
    const { ask } = await startProxy(name, (upstream.address() as AddressInfo).port);
    await expect.poll(async () => (await ask('GET', '/')).status, { timeout: WAIT_MS }).toBe(200);
    const { text, arrivals } = await ask('GET', '/api/events');
    expect(text).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
    const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
    expect(last - first).toBeGreaterThan(EVENT_MS);
  },
);

test.each(Object.keys(PROXIES))(
  'a salon that is away is a 502 or 503 of %s, and back when it is back',
  async (name) => {
    const port = await freePort();
    const { ask } = await startProxy(name, port);
    expect([502, 503]).toContain((await ask('GET', '/api/health')).status);
    const server = await startServer({ PORT: String(port) });
    onTestFinished(() => server.stop());
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
  },
);
