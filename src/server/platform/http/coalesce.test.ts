import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareAnswers } from './coalesce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers that end when they are told to, each with its number. */
function made() {
  const begun: PromiseWithResolvers<number>[] = [];
  const make = (): Promise<number> => {
    const answer = Promise.withResolvers<number>();
    begun.push(answer);
    return answer.promise;
  };
  const end = async (n: number): Promise<void> => {
    begun[n]?.resolve(n);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, make, end };
}

test('those who ask while an answer is made share the next, which begins when it has ended', async () => {
  const share = shareAnswers<number>();
  const { begun, make, end } = made();
  const answers = [share('a', make), share('a', make), share('a', make)];
  expect(begun.length).toBe(1);
  await end(0);
  expect(begun.length).toBe(2);
  answers.push(share('a', make));
  await end(1);
  await end(2);
  expect(await Promise.all(answers)).toEqual([0, 1, 1, 2]);
  const later = share('a', make);
  expect(begun.length).toBe(4);
  await end(3);
  expect(await later).toBe(3);
});

test('those who ask for something else do not wait', async () => {
  const share = shareAnswers<number>();
  const { begun, make } = made();
  void share('a', make);
  void share('b', make);
  expect(begun.length).toBe(2);
});

test('a failed answer is that of those who share it, and of nobody who asks later', async () => {
  const share = shareAnswers<number>();
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
])('an answer that has taken %i ms lets %i begin', async (ms, count) => {
  const share = shareAnswers<number>();
  const { begun, make, end } = made();
  const first = share('a', make);
  const second = share('a', make);
  await vi.advanceTimersByTimeAsync(ms);
  expect(begun.length).toBe(count);
  await end(0);
  await end(1);
  expect(await Promise.all([first, second])).toEqual([0, 1]);
});
