import { expect, test } from 'vitest';
import { aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';

const AT_ONCE = 8;

/** A household has a /56 prefix with 256 IPv6 networks (/64); a rented server has up to a /48 with 65,536 (docs/spec/behaviour.md §4.3). */

onBothEngines(
  'abuse from many IPv6 networks',
  { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true },
  () => {
    const bookFrom = async (addresses: readonly string[]) => {
      trial({ what: 'abuse', cases: addresses.length });
      const slots = [];
      for (const address of addresses) {
        const time = atHour(freshDay(), 9);
        slots.push({ address, time, id: await aSlot(salon, time) });
      }
      let booked = 0;
      for (let done = 0; done < slots.length; done += AT_ONCE) {
        const outcomes = await outcomesOf(
          slots.slice(done, done + AT_ONCE).map(({ address, time, id }) =>
            salon.from(address).call('POST /appointments/{id}/book', {
              params: { id },
              body: { ...seen(time), guest_name: 'Gošća', guest_phone: freshPhone() },
            }),
          ),
        );
        booked += outcomes.ok ?? 0;
      }
      return booked;
    };
    const group = (n: number) => n.toString(16);

    test('a /56 prefix can make at most four times as many bookings as a /64 prefix', async () => {
      const addresses = Array.from({ length: 40 }, (_, n) => `2001:db8:1:${group(n)}::1`);
      expect(await bookFrom(addresses)).toBe(6 * 4);
      expect(await bookFrom(['2001:db8:1:100::1'])).toBe(1);
    });

    test('a /48 prefix can make at most sixteen times as many bookings as a /64 prefix', async () => {
      const addresses = Array.from({ length: 110 }, (_, n) => `2001:db8:1:${group(n * 0x100)}::1`);
      expect(await bookFrom(addresses)).toBe(6 * 16);
      expect(await bookFrom(['2001:db8:2::1'])).toBe(1);
    });

    test('a /56 prefix can register at most eighty accounts a day', async () => {
      trial({ what: 'abuse', cases: 90 });
      const register = (n: number) =>
        salon.from(`2001:db8:1:${group(n)}::1`).call('POST /auth/register', {
          body: { name: 'Ana', email: `ana${n}@primer.rs`, password: 'lozinka', password_confirm: 'lozinka' },
        });
      const codes: unknown[] = [];
      for (let n = 0; n < 90; n++)
        await register(n).catch((error: unknown) => codes.push((error as { code?: string }).code));
      expect(codes).toEqual(Array(10).fill('too_many_actions'));
    });
  },
);
