import { expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { latestVersion } from '../../../src/server/platform/db/version.ts';
import { makeResponseCache } from '../../../src/server/platform/http/routes.ts';
import { aService } from '../../support/builders.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const BYTES = Buffer.from('[]');
const UNTIL: WallTime = '2026-11-17 12:00:00';

onBothEngines('cached responses', { emptyBeforeEach: true }, () => {
  /** Returns a response cache whose data version never changes, so that writes of other tests to the same database server do not invalidate its entries. */
  const keeping = async () => {
    const answers = makeResponseCache(salon.platform);
    const version = await latestVersion(salon.db);
    const keep = (url: string, until: WallTime | null = null): void =>
      answers.begin(url, version).store({ from: salon.clock.wall(), until, bytes: BYTES });
    const find = (url: string) => answers.find(url, version);
    return { ...answers, keep, find };
  };

  test.each([
    ['before the time of the request', '2026-11-17 11:19:59', false],
    ['at the time of the request', NOW, true],
    ['a second before its end', '2026-11-17 11:59:59', true],
    ['at its end', UNTIL, false],
  ] as const)('a cached response is found only within its validity: %s', async (_, clock, isFound) => {
    const { keep, find } = await keeping();
    keep('/a', UNTIL);
    salon.clock.set(clock);
    expect(find('/a')).toBe(isFound ? BYTES : undefined);
    expect(find('/b')).toBeUndefined();
  });

  test('a cached response without an expiry time is still found years later', async () => {
    const { keep, find } = await keeping();
    keep('/a');
    salon.clock.set('2031-01-01 00:00:00');
    expect(find('/a')).toBe(BYTES);
  });

  test('after a write, the cache returns no response whose request began before the write', async () => {
    const answers = makeResponseCache(salon.platform);
    const before = await latestVersion(salon.db);
    const begun = ['/a', '/b'].map((url) => answers.begin(url, before));
    begun[0]?.store({ from: NOW, until: null, bytes: BYTES });
    await aService(salon);
    begun[1]?.store({ from: NOW, until: null, bytes: BYTES });
    const after = await latestVersion(salon.db);
    expect([answers.find('/a', after), answers.find('/b', after)]).toEqual([undefined, undefined]);
  });

  test('the cache holds the 200 most recent responses, but none with a long URL', async () => {
    const { keep, find } = await keeping();
    for (let n = 1; n <= 201; n++) keep(`/${n}`);
    keep(`/${'x'.repeat(200)}`);
    expect([find('/1'), find('/2'), find('/201')]).toEqual([undefined, BYTES, BYTES]);
    expect(find(`/${'x'.repeat(200)}`)).toBeUndefined();
  });
});
