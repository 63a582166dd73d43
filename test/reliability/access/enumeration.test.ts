import { beforeAll, expect, test } from 'vitest';
import { aClient } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { AGAIN, bySize, isHard } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const PAIRS = bySize(50, 200);
const APART = bySize(0.25, 0.1);

/**
 * Returns a time in ms. The large run measures elapsed time, because no other program runs then. Other runs measure CPU time, which other
 * programs do not affect.
 */
const readClock = (): number => {
  if (isHard) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Returns the 10th percentile of the times: other programs can make a time longer, but not shorter. */
const undisturbed = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 10)] ?? Number.NaN;

onBothEngines('requests with known and unknown emails', { realPasswords: true }, () => {
  beforeAll(async () => {
    for (let n = 0; n < PAIRS; n++)
      await aClient(salon, { email: `poznata${n}@primer.rs`, password: 'lozinka' });
  });

  test.each([
    ['/auth/login', (email: string) => ({ email, password: 'pogrešna' })],
    ['/auth/forgot', (email: string) => ({ email })],
  ] as const)(
    'the response of %s does not reveal by its content or duration whether an email is known',
    AGAIN,
    async (path, bodyFor) => {
      trial({ what: 'enumeration', cases: 2 * PAIRS });
      const times: Record<string, number[]> = { poznata: [], nepoznata: [] };
      const bytes = new Set<string>();
      const ask = async (who: string, n: number) => {
        const began = readClock();
        const answer = await salon.app.inject({
          method: 'POST',
          url: `/api${path}`,
          payload: bodyFor(`${who}${n}@primer.rs`),
        });
        times[who]?.push(readClock() - began);
        const { date: _, ...headers } = answer.headers;
        bytes.add(JSON.stringify([answer.statusCode, headers, answer.body]));
      };
      await ask('prva', 0); // the first request prepares statements and is not measured
      for (let n = 0; n < PAIRS; n++) {
        const order = n % 2 ? ['poznata', 'nepoznata'] : ['nepoznata', 'poznata'];
        for (const who of order) await ask(who, n);
      }
      expect([...bytes]).toHaveLength(1);
      const [known, unknown] = [undisturbed(times.poznata ?? []), undisturbed(times.nepoznata ?? [])];
      expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(APART);
    },
  );
});
