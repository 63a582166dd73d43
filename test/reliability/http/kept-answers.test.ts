import { expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { keepAnswers } from '../../../src/server/platform/http/kept-answers.ts';
import { aService } from '../../support/builders.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TEXT = '[]';
const UNTIL: WallTime = '2026-11-17 12:00:00';

onBothEngines('answers that are kept', { emptyBeforeEach: true }, (engine) => {
  const isKept = engine === 'sqlite';
  const keeping = () => {
    const answers = keepAnswers(salon.platform);
    const keep = (url: string, until: WallTime | null = null): void =>
      answers.begin(url).keep({ from: salon.clock.wall(), until, text: TEXT });
    return { ...answers, keep };
  };

  test.each([
    ['before it was asked', '2026-11-17 11:19:59', false],
    ['at the second at which it was asked', NOW, true],
    ['a second before its end', '2026-11-17 11:59:59', true],
    ['at its end', UNTIL, false],
  ] as const)('one is found or not %s', (_, clock, isFound) => {
    const { keep, find } = keeping();
    keep('/a', UNTIL);
    salon.clock.set(clock);
    expect(find('/a')).toBe(isFound && isKept ? TEXT : undefined);
    expect(find('/b')).toBeUndefined();
  });

  test('one without an end is found in any year', () => {
    const { keep, find } = keeping();
    keep('/a');
    salon.clock.set('2031-01-01 00:00:00');
    expect(find('/a')).toBe(isKept ? TEXT : undefined);
  });

  test('one is not found after a write, nor one that was begun before it', async () => {
    const { begin, keep, find } = keeping();
    keep('/a');
    const begun = begin('/b');
    await aService(salon);
    begun.keep({ from: NOW, until: null, text: TEXT });
    expect([find('/a'), find('/b')]).toEqual([undefined, undefined]);
  });

  test('the latest 200 are kept, and none of a long address', () => {
    const { keep, find } = keeping();
    for (let n = 1; n <= 201; n++) keep(`/${n}`);
    keep(`/${'x'.repeat(200)}`);
    const found = [1, 2, 201].map((n) => find(`/${n}`) === TEXT);
    expect(found).toEqual([false, isKept, isKept]);
    expect(find(`/${'x'.repeat(200)}`)).toBeUndefined();
  });
});
