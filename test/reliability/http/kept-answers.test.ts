import { expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { latestVersion } from '../../../src/server/platform/db/version.ts';
import { makeResponseCache } from '../../../src/server/platform/http/response-cache.ts';
import { aService } from '../../support/builders.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TEXT = '[]';
const UNTIL: WallTime = '2026-11-17 12:00:00';

onBothEngines('answers that are kept', { emptyBeforeEach: true }, () => {
  /** Of one version, whatever other tests write in other databases of the server meanwhile. */
  const keeping = async () => {
    const answers = makeResponseCache(salon.platform);
    const version = await latestVersion(salon.db);
    const keep = (url: string, until: WallTime | null = null): void =>
      answers.begin(url, version).store({ from: salon.clock.wall(), until, text: TEXT });
    const find = (url: string) => answers.find(url, version);
    return { ...answers, keep, find };
  };

  test.each([
    ['before it was asked', '2026-11-17 11:19:59', false],
    ['at the second at which it was asked', NOW, true],
    ['a second before its end', '2026-11-17 11:59:59', true],
    ['at its end', UNTIL, false],
  ] as const)('one is found or not %s', async (_, clock, isFound) => {
    const { keep, find } = await keeping();
    keep('/a', UNTIL);
    salon.clock.set(clock);
    expect(find('/a')).toBe(isFound ? TEXT : undefined);
    expect(find('/b')).toBeUndefined();
  });

  test('one without an end is found in any year', async () => {
    const { keep, find } = await keeping();
    keep('/a');
    salon.clock.set('2031-01-01 00:00:00');
    expect(find('/a')).toBe(TEXT);
  });

  test('one is not found after a write, nor one that was begun before it', async () => {
    const answers = makeResponseCache(salon.platform);
    const before = await latestVersion(salon.db);
    const begun = ['/a', '/b'].map((url) => answers.begin(url, before));
    begun[0]?.store({ from: NOW, until: null, text: TEXT });
    await aService(salon);
    begun[1]?.store({ from: NOW, until: null, text: TEXT });
    const after = await latestVersion(salon.db);
    expect([answers.find('/a', after), answers.find('/b', after)]).toEqual([undefined, undefined]);
  });

  test('the latest 200 are kept, and none of a long address', async () => {
    const { keep, find } = await keeping();
    for (let n = 1; n <= 201; n++) keep(`/${n}`);
    keep(`/${'x'.repeat(200)}`);
    expect([find('/1'), find('/2'), find('/201')]).toEqual([undefined, TEXT, TEXT]);
    expect(find(`/${'x'.repeat(200)}`)).toBeUndefined();
  });
});
