import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesceRequests } from './coalesce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `make` starts a response. Responses are numbered from 0, and `end(n)` resolves response n. */
function made() {
  const begun: PromiseWithResolvers<number>[] = [];
  const make = (): Promise<number> => {
    const response = Promise.withResolvers<number>();
    begun.push(response);
    return response.promise;
  };
  const end = async (n: number): Promise<void> => {
    begun[n]?.resolve(n);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, make, end };
}

test('requests that arrive while a response is computed share the next response', async () => {
  const share = coalesceRequests<number>();
  const { begun, make, end } = made();
  const responses = [share('a', make), share('a', make), share('a', make)];
  expect(begun.length).toBe(1);
  await end(0);
  expect(begun.length).toBe(2);
  responses.push(share('a', make));
  await end(1);
  await end(2);
  expect(await Promise.all(responses)).toEqual([0, 1, 1, 2]);
  const later = share('a', make);
  expect(begun.length).toBe(4);
  await end(3);
  expect(await later).toBe(3);
});

test('a request does not wait for a request with another key', async () => {
  const share = coalesceRequests<number>();
  const { begun, make } = made();
  void share('a', make);
  void share('b', make);
  expect(begun.length).toBe(2);
});

test('a failed response rejects only the requests that share it', async () => {
  const share = coalesceRequests<number>();
  const { begun, make, end } = made();
  const first = share('a', make);
  const second = share('a', make);
  begun[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await end(1);
  expect(await second).toBe(1);
});

test.each([
  [99, 1],
  [100, 2],
])(
  'a request waits at most 100 ms for an earlier one: after %i ms, %i responses have started',
  async (ms, count) => {
    const share = coalesceRequests<number>();
    const { begun, make, end } = made();
    const first = share('a', make);
    const second = share('a', make);
    await vi.advanceTimersByTimeAsync(ms);
    expect(begun.length).toBe(count);
    await end(0);
    await end(1);
    expect(await Promise.all([first, second])).toEqual([0, 1]);
  },
);
