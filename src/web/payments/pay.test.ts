import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { oneAtATime } from './pay.ts';

let appointment = 0;

describe('requests of which every one counts', () => {
  let recorded = new Map<string, string>();
  let fails: number | null = null;
  /** Records a payment once per key. With `fails`, the response has this status; 0 and 503 mean that a recorded payment's response is lost. */
  const send = async (body: string, headers: { 'idempotency-key': string }) => {
    const key = headers['idempotency-key'];
    if (fails !== null && ![0, 503].includes(fails)) throw new ApiError(fails, null, null, {});
    recorded.set(key, recorded.get(key) ?? body);
    if (fails !== null) throw new ApiError(fails, null, null, {});
    return recorded.get(key) ?? '';
  };
  const pay = oneAtATime<number, string, string>(send, (earlier) => new Error(`earlier: ${earlier}`));
  const lose = async (body: string, status = 0) => {
    fails = status;
    await expect(pay(appointment, body)).rejects.toMatchObject({ status });
    fails = null;
  };
  beforeEach(() => {
    appointment += 1;
    recorded = new Map();
    fails = null;
  });

  test('a payment repeated after a lost response is recorded once', async () => {
    await lose('cash');
    await lose('cash', 503);
    expect(await pay(appointment, 'cash')).toBe('cash');
    expect(recorded.size).toBe(1);
  });

  test('a payment by another method after a lost response is not sent if the first was recorded; the next press sends it', async () => {
    await lose('cash');
    await expect(pay(appointment, 'card')).rejects.toThrow('earlier: cash');
    expect([...recorded.values()]).toEqual(['cash']);
    expect(await pay(appointment, 'card')).toBe('card');
  });

  test.each([0, 401, 429, 503])(
    'while the repetition fails with %d, nothing else is sent',
    async (status) => {
      await lose('cash');
      await lose('card', status);
      await expect(pay(appointment, 'card')).rejects.toThrow('earlier: cash');
      expect([...recorded.values()]).toEqual(['cash']);
    },
  );

  test.each([400, 404, 409])('a payment refused with %d is not repeated', async (status) => {
    await lose('cash', status);
    expect(await pay(appointment, 'card')).toBe('card');
    expect([...recorded.values()]).toEqual(['card']);
  });

  test('a lost payment of another appointment does not prevent a payment', async () => {
    await lose('cash');
    expect(await pay(appointment + 1000, 'card')).toBe('card');
  });
});
