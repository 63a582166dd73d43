import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type ErrorCode, errors } from '../../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { aBooking, aClient, aSlot } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { createFixture, type Fixture, tokenWith } from '../../support/request-examples.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { SEED, trial } from '../../support/trials/trial.ts';
import { arbitraryOf } from './arbitrary-of.ts';

const RUNS = bySize(8, 1000);
/** Errors that every endpoint may return, in addition to those that it lists. */
const ALWAYS: readonly ErrorCode[] = [
  'bad_input',
  'broken_json',
  'login_required',
  'not_allowed',
  'not_found',
  'unknown_path', // an id such as '..' turns the URL into another path
  'conflict',
];

onBothEngines('requests with mostly valid random input', () => {
  let fixture: Fixture;
  let ids: number[];
  beforeAll(async () => {
    fixture = await createFixture(salon);
    for (const hour of ['06', '12', '14', '16', '18'] as const) {
      await aSlot(salon, `2026-11-18 ${hour}:00:00`);
      await aBooking(salon, `2026-11-24 ${hour}:00:00`, (await aClient(salon)).id);
    }
    ids = [...Array(12).keys()].map((n) => n + 1);
  });

  const asked = async (
    entry: Endpoint,
    token: string | null,
    input: { id: unknown; query: unknown; body: unknown },
  ) => {
    const query = new URLSearchParams();
    if (typeof input.query === 'object' && input.query !== null)
      for (const [name, value] of Object.entries(input.query))
        query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    const id = encodeURIComponent(String(input.id).toWellFormed());
    const answer = await salon.app.inject({
      method: entry.method as NonNullable<InjectOptions['method']>,
      url: `/api${entry.path.replace('{id}', id)}?${query}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(entry.body && { 'content-type': 'application/json' }),
      },
      ...(entry.body && input.body !== undefined && { payload: JSON.stringify(input.body) }),
    });
    return { status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type']) };
  };

  describe.each(
    (endpoints as readonly Endpoint[]).map((entry) => [`${entry.method} ${entry.path}`, entry] as const),
  )('random input to %s', (name, entry) => {
    test(`${name} responds to random input according to the contract`, async () => {
      const hasInput = /\{/.test(entry.path) || entry.query || entry.body;
      const runs = hasInput ? RUNS : 1; // an endpoint without input always gets the same request
      trial({ what: 'fuzz', cases: runs, seed: SEED });
      const example = fixture.requestExamples[name as EndpointName];
      const client = await aClient(salon, { password: 'lozinka' });
      const token = tokenWith(entry.access, client, salon);
      const input = fc.record({
        id: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...ids, example.params?.id ?? 1) },
          { weight: 1, arbitrary: fc.string() },
        ),
        query: entry.query ? arbitraryOf(entry.query, ids) : fc.constant({}),
        body: entry.body ? arbitraryOf(entry.body, ids) : fc.constant(undefined),
      });
      const check = async (given: { id: unknown; query: unknown; body: unknown }): Promise<void> => {
        const { status, text, type } = await asked(entry, token, given);
        // a successful response needs no further check: the test server validates each response against its schema
        if (status === entry.status || (status === 204 && text === '')) return;
        const { error, code, ...more } = JSON.parse(text) as { error: string; code: ErrorCode };
        expect({ status, code, isListed: [...ALWAYS, ...entry.errors].includes(code), type }).toEqual({
          status: errors[code].status,
          code,
          isListed: true,
          type: 'application/json; charset=utf-8',
        });
        expect(error).toBe(errors[code].text);
        const told = ['fields', ...(code === 'slot_overlaps' ? ['conflict'] : [])];
        expect(Object.keys(more).filter((key) => !told.includes(key))).toEqual([]);
        expect(status).toBeLessThan(500);
      };
      await fc.assert(fc.asyncProperty(input, check), {
        numRuns: runs,
        seed: SEED,
        endOnFailure: true,
      });
    }, 600_000);
  });

  test('the invariants of the database hold after random input to every endpoint', async () => {
    await expectInvariants(salon, {}, false);
    expect(salon.log()).not.toContain('"crash"');
  });
});
