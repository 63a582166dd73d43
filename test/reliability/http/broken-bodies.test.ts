import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { errors } from '../../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { contentsOf } from '../../support/contents.ts';
import { createFixture, type Fixture, tokenWith } from '../../support/request-examples.ts';
import { salon, withSalon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';
import { portOf, requestBytes, sendRaw } from './raw.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const DEEP = 20_000;

interface Broken {
  readonly body: (good: object) => string | Buffer;
  readonly headers?: Record<string, string | null>;
  readonly status: 400 | 413 | 415;
  /** The expected error code; only set where `status` alone does not prove that the server found this fault. */
  readonly code?: keyof typeof errors;
}
const text = (good: object) => JSON.stringify(good);
const withField = (good: object, field: string, value = '1') => `{"${field}":${value},${text(good).slice(1)}`;
const LENGTH = '{"length":{"toString":true}}';
const always = (body: string | Buffer) => () => body;
/** Inserts bytes into a string of the body. */
const withBytes =
  (...bytes: number[]) =>
  (good: object) => {
    const whole = text({ ...good, x: '' });
    const at = whole.indexOf('":"') + 3;
    return Buffer.concat([Buffer.from(whole.slice(0, at)), Buffer.from(bytes), Buffer.from(whole.slice(at))]);
  };
const chunked = (body: string) => ({
  body: always(body),
  headers: { ...JSON_TYPE, 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
  status: 400 as const,
});

const TOO_LONG = '100 kB and one byte';
const BROKEN: Readonly<Record<string, Broken>> = {
  nothing: { body: always(''), status: 400 },
  'nothing, without a content type': { body: always(''), headers: {}, status: 400 },
  'a truncated object': { body: (good) => text(good).slice(0, -1), status: 400 },
  'a list': { body: (good) => `[${text(good)}]`, status: 400 },
  null: { body: always('null'), status: 400 },
  'a number': { body: always('1e400'), status: 400 },
  'a text': { body: (good) => JSON.stringify(text(good)), status: 400 },
  true: { body: always('true'), status: 400 },
  'lists nested deeply': { body: always('['.repeat(DEEP) + ']'.repeat(DEEP)), status: 400 },
  'objects nested deeply': {
    body: always(`${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`),
    status: 400,
  },
  'a byte order mark': { body: (good) => `\ufeff${text(good)}`, status: 400 },
  'UTF-16': { body: (good) => Buffer.from(text(good), 'utf16le'), status: 400 },
  'invalid UTF-8': { body: withBytes(0xc3, 0x28, 0xff), status: 400, code: 'broken_json' },
  'a surrogate written as UTF-8': { body: withBytes(0xed, 0xa0, 0x80), status: 400, code: 'broken_json' },
  'a trailing comma': { body: (good) => text(good).replace(/[}\]]$/, ',$&'), status: 400 },
  'single quotes': { body: always("{'a':1}"), status: 400 },
  NaN: { body: always('{"a":NaN}'), status: 400 },
  'two documents': { body: (good) => text(good) + text(good), status: 400 },
  'a NUL at the end': { body: (good) => `${text(good)}\0`, status: 400 },
  'a raw line break in a text': { body: always('{"a":"x\ny"}'), status: 400 },
  'an unknown field': { body: (good) => withField(good, 'role', '"ADMIN"'), status: 400 },
  'the field __proto__': { body: (good) => withField(good, '__proto__', '{"role":"ADMIN"}'), status: 400 },
  'the field constructor': {
    body: (good) => withField(good, 'constructor', '{"prototype":{}}'),
    status: 400,
  },
  'objects with a length that is no number': {
    body: (good) => withField(good, 'a').replace(/(?<=:)(\[.*?\]|"[^"]*"|[^,}]+)/g, LENGTH),
    status: 400,
  },
  'an escaped __proto__': { body: (good) => withField(good, '__pro\\u0074o__'), status: 400 },
  'plain text': { body: text, headers: { 'Content-Type': 'text/plain' }, status: 415 },
  'a form': {
    body: always('email=a'),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  'a multipart form': {
    body: always('--x--'),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    status: 415,
  },
  XML: { body: always('<a/>'), headers: { 'Content-Type': 'application/xml' }, status: 415 },
  'a body without a type': { body: text, headers: {}, status: 415 },
  'an invalid content type': { body: text, headers: { 'Content-Type': ';;,' }, status: 415 },
  'a compressed body': {
    body: (good) => gzipSync(text(good)),
    headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    status: 400,
  },
  'a wrong Content-Length': {
    body: text,
    headers: { ...JSON_TYPE, 'Content-Length': '-1' },
    status: 400,
  },
  'two Content-Length headers': { body: text, headers: { ...JSON_TYPE, 'content-length': '1' }, status: 400 },
  'invalid chunks': chunked('nonsense\r\n\r\n'),
  'an invalid chunk size': chunked('zz\r\n{}\r\n0\r\n\r\n'),
  'chunks with a Content-Length': {
    body: text,
    headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
    status: 400,
  },
  [TOO_LONG]: { body: (good) => text(good).padEnd(100_001), status: 413 },
};

describe('requests with broken bodies', () => {
  withSalon('sqlite'); // one engine is enough, because the server refuses these bodies before any query
  let fixture: Fixture;
  let port: number;
  beforeAll(async () => {
    fixture = await createFixture(salon);
    port = await portOf(salon.app);
  });

  const withBody = (endpoints as readonly Endpoint[])
    .filter((entry) => entry.body !== undefined)
    .map((entry) => [`${entry.method} ${entry.path}`, entry] as const);

  const send = (
    name: string,
    entry: Endpoint,
    body: string | Buffer,
    headers: Record<string, string | null>,
  ) => {
    const example = fixture.requestExamples[name as EndpointName];
    const token = tokenWith(entry.access, fixture.owner, salon);
    const path = `/api${entry.path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]))}`;
    return sendRaw(
      port,
      requestBytes(
        `${entry.method} ${path}`,
        { Authorization: token && `Bearer ${token}`, ...headers },
        body,
      ),
    );
  };

  describe.each(withBody)('broken bodies of %s', (name, entry) => {
    test(`${name} refuses each broken body with an error in Serbian, and changes nothing`, async () => {
      trial({ what: 'broken bodies', cases: Object.keys(BROKEN).length });
      const before = await contentsOf(salon.db);
      const good = fixture.requestExamples[name as EndpointName].body ?? {};
      // the import of clients has its own body limit, which test/api covers
      const tried = Object.entries(BROKEN).filter(([kind]) => kind !== TOO_LONG || !entry.bodyMaxBytes);
      for (const [kind, { body, headers = JSON_TYPE, status, code: due }] of tried) {
        const answer = await send(name, entry, body(good), headers);
        const said = { kind, status: answer.status, type: answer.headers['content-type'] };
        expect(said).toEqual({ kind, status, type: 'application/json; charset=utf-8' });
        const { error, code } = JSON.parse(answer.body) as { error: string; code: keyof typeof errors };
        expect({ kind, error, status, code }).toEqual({
          kind,
          code: due ?? code,
          error: errors[code].text,
          status: errors[code].status,
        });
      }
      expect(await contentsOf(salon.db)).toEqual(before);
    });
  });

  test('a valid body that arrives in chunks of one byte is accepted', async () => {
    const body = JSON.stringify({ email: 'nema@primer.rs', password: 'x' }).padEnd(2000);
    const parts = [...body].map((character) => `1\r\n${character}\r\n`);
    const head = requestBytes('POST /api/auth/login', {
      ...JSON_TYPE,
      'Content-Length': null,
      'Transfer-Encoding': 'chunked',
    });
    const answer = await sendRaw(port, Buffer.concat([head, Buffer.from(`${parts.join('')}0\r\n\r\n`)]));
    expect(answer.status).toBe(401);
  });
});
