/**
 * `npm run measure:pages [-- --rounds 3 --only /booking --works 60 --base DIR | --languages]`: measures pages on a cheap phone with Lighthouse,
 * and in the same rounds their floor: the same HTML and styles without scripts, fonts and pictures. Prints Markdown for
 * docs/measurements.md. `--works` publishes so many works. `--base DIR` also measures another checkout, which must be built and have its packages
 * installed. `--languages` also measures a salon with all languages.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants as zlib } from 'node:zlib';
import { LANGUAGES } from '../src/domain/language/languages.ts';
import { loadLine, median, short, table } from './measure/figures.ts';
import { CLIENT, fillSalon, OWNER } from './measure/filled-salon.ts';
import { CATEGORIES, PHONE, scoresOf, type Visited, visitOnPhone } from './measure/lighthouse.ts';
import { root, runSalon } from './measure/server.ts';
import { addWorks } from './measure/works.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    works: { type: 'string', default: '0' },
    base: { type: 'string' },
    languages: { type: 'boolean', default: false },
  },
});

const WORKS = Number(values.works);
const PAGES = {
  visitor: ['/', '/services', '/booking', '/login', '/register', '/reset', ...(WORKS > 0 ? ['/works'] : [])],
  client: ['/', '/booking', '/profile'],
  owner: ['/', '/booking', '/admin', '/admin/calendar', '/profile'],
} as const;
type Role = keyof typeof PAGES;
const SCORED: readonly string[] = ['/', '/services', '/booking', '/login', ...(WORKS > 0 ? ['/works'] : [])];

interface Side {
  readonly url: string;
  /** The local storage of a browser in which this role is logged in. docs/spec/product.md §3.10 */
  stored(role: Role): Record<string, string>;
  stop(): Promise<unknown>;
}

async function openSalon(checkout: string, languages?: readonly string[]): Promise<Side> {
  const salon = await fillSalon(1);
  const server = await runSalon(salon.settings, checkout);
  await addWorks(server.url, salon.tokens[OWNER] ?? '', WORKS);
  if (languages) await changeSettings(server.url, salon.tokens[OWNER] ?? '', { languages });
  const itemsOf = (email: string, role: string) => ({
    token: salon.tokens[email] ?? '',
    role,
    email,
    name: email,
  });
  const stored = { visitor: {}, client: itemsOf(CLIENT, 'CLIENT'), owner: itemsOf(OWNER, 'ADMIN') };
  const stop = () => server.stop().then(() => salon.remove());
  return { url: server.url, stored: (role) => stored[role], stop };
}

async function changeSettings(url: string, token: string, settings: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(settings);
  const answer = await fetch(`${url}/api/settings`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`settings: ${answer.status} ${await answer.text()}`);
}

const SCRIPTS = /<script\b[\s\S]*?<\/script>/g;
const LINKS = /<link\b(?![^>]*\brel="?stylesheet)[^>]*>/g;
const PICTURES = /<(?:img|source)\b[^>]*>/g;
const FONTS = /@font-face\s*\{[^}]*\}/g;
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } };

/** Serves the pages of the salon at `origin` without scripts, fonts and pictures, compressed as the server does. */
async function openFloor(origin: string): Promise<Side> {
  const serve: RequestListener = async (request, reply) => {
    const answer = await fetch(origin + request.url);
    const type = answer.headers.get('content-type') ?? '';
    if (!/^text\/(html|css)/.test(type)) return void reply.writeHead(404).end();
    const text = (await answer.text())
      .replace(SCRIPTS, '')
      .replace(LINKS, '')
      .replace(PICTURES, '')
      .replace(FONTS, '');
    reply.setHeader('content-type', type).setHeader('content-encoding', 'br');
    reply.end(brotliCompressSync(text, BROTLI));
  };
  const server = createServer(serve);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored: () => ({}), stop };
}

const BYTES_PER_KB = 1000;
const HEADS = ['page', 'FCP, ms', 'of floor', 'LCP, ms', 'TBT, ms', 'CLS', 'kB'];

async function rowOf(path: string, role: Role, sides: readonly Side[]): Promise<string[]> {
  const rounds: Visited[][] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const visits: Visited[] = [];
    for (const { url, stored } of sides) visits.push(await visitOnPhone(url + path, stored(role)));
    rounds.push(visits);
    process.stderr.write('.');
  }
  const of = (name: keyof Visited) => median(rounds.map(([own]) => own?.[name] ?? Number.NaN));
  const ratio = (other: number, figure: keyof Visited = 'fcpMs') =>
    median(
      rounds.map((visits) => (visits[0]?.[figure] ?? Number.NaN) / (visits[other]?.[figure] ?? Number.NaN)),
    ).toFixed(2);
  const figures = [of('fcpMs'), of('lcpMs'), of('blockedMs'), of('shift'), of('bytes') / BYTES_PER_KB];
  const [fcp = '', ...rest] = figures.map((figure) => short(figure));
  return [`\`${path}\` as ${role}`, fcp, ratio(1), ...rest, ...(OTHER ? [ratio(2), ratio(2, 'lcpMs')] : [])];
}

const OTHER = values.languages ? 'all languages' : values.base && 'base';

const isAsked = (path: string): boolean => values.only === undefined || path === values.only;

const before = loadLine();
const salon = await openSalon(root);
const sides = [
  salon,
  await openFloor(salon.url),
  ...(OTHER ? [await openSalon(resolve(values.base ?? root), values.languages ? LANGUAGES : undefined)] : []),
];
try {
  const rows: string[][] = [];
  for (const role of Object.keys(PAGES) as Role[])
    for (const path of PAGES[role].filter(isAsked)) rows.push(await rowOf(path, role, sides));
  const scores: string[][] = [];
  for (const path of SCORED.filter(isAsked))
    scores.push([`\`${path}\``, ...(await scoresOf(salon.url + path)).map(short)]);
  const heads = [...HEADS, ...(OTHER ? [`FCP of ${OTHER}`, 'LCP'] : [])];
  console.log(`
${PHONE}; medians of ${values.rounds} rounds, by turns.
Before: ${before}.
After: ${loadLine()}.

${table(heads, rows)}

${table(['Lighthouse, mobile', ...CATEGORIES], scores)}`);
} finally {
  for (const side of sides) await side.stop();
}
