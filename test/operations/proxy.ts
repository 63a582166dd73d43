// Starts nginx or Caddy with its configuration from deploy/, adapted to the ports and certificate of a test.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/machine/free-port.ts';
import { root, startProgram } from '../support/program.ts';
import { WAIT_MS } from '../support/size.ts';
import { aFolder } from '../support/temporary-folder.ts';
import { ensureProgram } from './programs.ts';

export const NAME = 'salon.example.rs';
/** The address from which the tests send requests. It differs from the proxy's address, from which the server trusts forwarding headers. */
const CALLER = '127.0.0.2';

/** The file of nginx's access log, which cannot be a pipe. */
const ACCESS_LOG = 'access.log';

type Certificate = { readonly key: string; readonly chain: string };
function certificateIn(folder: string): Certificate {
  const openssl = ensureProgram('openssl', 'openssl');
  const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME}`;
  execFileSync(openssl, [...options.split(' '), '-keyout', key, '-out', chain], { stdio: 'ignore' });
  return { key, chain };
}

interface Ports {
  readonly servers: readonly number[];
  readonly tls: number;
  readonly plain: number;
}
type Proxy = {
  /** Writes the adapted configuration into a folder. Returns the command that starts the proxy. */
  configure(folder: string, ports: Ports, certificate: Certificate): readonly [string, ...string[]];
};

const PROXIES = {
  nginx: {
    configure(folder: string, { servers, tls, plain }: Ports, { key, chain }: Certificate) {
      const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
        .replace(
          /^ *server 127\.0\.0\.1:3000(.*)$/m,
          servers.map((port) => `server 127.0.0.1:${port}$1`).join('\n'),
        )
        .replaceAll(/listen \[::\].*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443', `listen 127.0.0.1:${tls}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${chain};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
        mkdirSync(join(folder, name));
        return `${name}_temp_path ${join(folder, name)};`;
      });
      const whole = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log ${join(folder, ACCESS_LOG)};\n${paths.join('\n')}\n${site}\n}\n`;
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, whole);
      const nginx = ensureProgram('nginx', 'nginx-light');
      const checked = spawnSync(nginx, ['-t', '-q', '-e', 'stderr', '-c', file], { encoding: 'utf8' });
      expect({ status: checked.status, stderr: checked.stderr }).toMatchObject({ status: 0 });
      return [nginx, '-e', 'stderr', '-c', file] as const;
    },
  },
  Caddy: {
    configure(folder: string, { servers, tls, plain }: Ports, { key, chain }: Certificate) {
      const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
        .replace('127.0.0.1:3000', servers.map((port) => `127.0.0.1:${port}`).join(' '))
        .replace(`${NAME} {`, `${NAME}:${tls} {\n\tbind 127.0.0.1\n\ttls ${chain} ${key}`)
        .replace('{', `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}`);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, site);
      const caddy = ensureProgram('caddy', 'caddy');
      const checked = spawnSync(caddy, ['validate', '--config', file], { encoding: 'utf8' });
      expect({ status: checked.status, stderr: checked.stderr }).toMatchObject({ status: 0 });
      return [caddy, 'run', '--config', file] as const;
    },
  },
} satisfies Record<string, Proxy>;
export type ProxyName = keyof typeof PROXIES;
export const proxyNames = Object.keys(PROXIES) as ProxyName[];

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Starts the proxy; stops it at the end of the test. */
export async function startProxy(name: ProxyName, servers: readonly number[]) {
  const folder = aFolder();
  const ports = { servers, tls: await freePort(), plain: await freePort() };
  const certificate = certificateIn(folder);
  const program = startProgram(PROXIES[name].configure(folder, ports, certificate), { HOME: folder });
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
  /** Returns the proxy's output and access log so far. */
  const log = () => {
    const file = join(folder, ACCESS_LOG);
    return program.output() + (existsSync(file) ? readFileSync(file, 'utf8') : '');
  };
  return { ports, ask, log };
}
