import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { MAX_STREAMS_OF_ACCOUNT, MAX_STREAMS_OF_ADDRESS } from '../../../src/domain/limits.ts';
import { aClient } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { WAIT_MS } from '../../support/size.ts';
import { requestEvents, urlOf } from '../../support/subscriber.ts';

const LIMITED = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' };
const GIVEN_UP = 100;
const REFUSED = {
  status: 429,
  retryAfter: '60',
  body: { code: 'too_many_requests', error: 'Previše zahteva. Sačekajte malo pa pokušajte ponovo.' },
};

let url: string;

/** Opens a stream. `answer` is 200 if the stream is open, else the status, Retry-After and body of the refusal. */
async function open(from: string, token: string | null = null) {
  const closing = new AbortController();
  const response = await requestEvents(url, { from, token }, closing.signal);
  const { status, headers } = response;
  const close = () => closing.abort();
  const refused = async () => ({
    status,
    retryAfter: headers.get('retry-after'),
    body: await response.json(),
  });
  return { answer: status === 200 ? 200 : await refused(), close, response }; // `response` must stay referenced: fetch ends a stream whose response is garbage-collected
}
async function openMany(count: number, from: (n: number) => string, token: string | null = null) {
  const streams = [];
  for (let n = 0; n < count; n++) streams.push(await open(from(n), token));
  expect(streams.map(({ answer }) => answer)).toEqual(streams.map(() => 200));
  return streams;
}

onBothEngines('limits of event streams', { settings: LIMITED }, () => {
  beforeAll(async () => {
    url = await urlOf(salon);
  });

  test('an account can have five streams, from all IP addresses together; closing a stream allows a new one', async () => {
    const { token } = await aClient(salon);
    const streams = await openMany(MAX_STREAMS_OF_ACCOUNT, (n) => `10.0.1.${n}`, token);
    expect((await open('10.0.1.99', token)).answer).toEqual(REFUSED);
    const other = await open('10.0.1.99', (await aClient(salon)).token);
    expect(other.answer).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open('10.0.1.99', token)).answer, { timeout: WAIT_MS }).toBe(200);
  });

  test('an IP address can have twenty streams, of all users together, independently of other IP addresses', async () => {
    const streams = await openMany(MAX_STREAMS_OF_ADDRESS, () => '10.0.2.1');
    expect((await open('10.0.2.1')).answer).toEqual(REFUSED);
    expect((await open('10.0.2.1', (await aClient(salon)).token)).answer).toEqual(REFUSED);
    expect((await open('10.0.2.2')).answer).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open('10.0.2.1')).answer, { timeout: WAIT_MS }).toBe(200);
  });

  test('streams that are aborted while they open do not count towards the limit', async () => {
    for (let n = 0; n < GIVEN_UP; n++) {
      const closing = new AbortController();
      const asked = requestEvents(url, { from: '10.0.4.1' }, closing.signal).catch(() => undefined);
      await wait(Math.random() * 4);
      closing.abort();
      await asked;
    }
    const openAll = async () => {
      const all = Array.from({ length: MAX_STREAMS_OF_ADDRESS }, () => open('10.0.4.1'));
      const streams = await Promise.all(all);
      for (const { close } of streams) close();
      return streams.filter(({ answer }) => answer === 200).length;
    };
    await expect.poll(openAll, { timeout: WAIT_MS }).toBe(MAX_STREAMS_OF_ADDRESS);
  });
});

onBothEngines('streams without a limit', () => {
  test('RATE_LIMIT=off removes the limits of streams', async () => {
    url = await urlOf(salon);
    await openMany(MAX_STREAMS_OF_ADDRESS + 1, () => '10.0.3.1', salon.admin.token);
  });
});
