import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { aClient, aSlot, seen } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-24 10:00:00';
const SAVED_AT = '2026-11-10 11:00:00';

let id: AppointmentId;
let savedAt: number;

const book = (who: Person, body: object = {}) =>
  who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(START), ...body } });
const putRules = (rules_text: string) => salon.admin.call('PUT /settings', { body: { rules_text } });
const guest = () => ({ guest_name: 'Mila', guest_phone: freshPhone() });
const accepted = async () => {
  const { rules_accepted_at, rules_text_at } = (await rowById(salon, id)) ?? {};
  return { rules_accepted_at, rules_text_at };
};
const NOTHING = { rules_accepted_at: null, rules_text_at: null };

onBothEngines('the rules of the salon', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    salon.clock.set(SAVED_AT);
    savedAt = salon.clock.ms();
    await putRules('Dođite na vreme. {Bez pratnje}');
    salon.clock.set(NOW);
    id = await aSlot(salon, START);
  });
  afterEach(() => putRules(''));

  test('the rules are public, and clients and guests must accept the rules to book', async () => {
    expect((await salon.visitor.call('GET /salon')).rules_text).toBe('Dođite na vreme. {Bez pratnje}');
    const ana = await aClient(salon);
    for (const [who, body] of [
      [ana, {}],
      [ana, { rules_accepted: 0 }],
      [salon.visitor, guest()],
    ] as const) {
      const { fields, text } = await expectRefused(book(who, body), 'rules_required');
      expect(fields).toEqual({ rules_accepted: text });
    }
    expect((await rowById(salon, id))?.status).toBe('AVAILABLE');
  });

  test('a booking stores the time of acceptance and the version of the rules', async () => {
    await book(salon.visitor, { ...guest(), rules_accepted: 1 });
    const times = { rules_accepted_at: salon.clock.ms(), rules_text_at: savedAt };
    expect(await accepted()).toEqual(times);
    const entries = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(entries[0]?.changes).toContainEqual({
      field: 'rules_accepted_at',
      from: null,
      to: salon.clock.ms(),
    });
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest.' } });
    expect(await accepted()).toEqual(times);
  });

  test('a client’s export contains when the client accepted which version of the rules', async () => {
    const ana = await aClient(salon);
    await book(ana, { rules_accepted: 1 });
    const { appointments } = (await ana.call('GET /auth/me/export')) as { appointments: object[] };
    expect(appointments).toMatchObject([{ rules_accepted_at: NOW, rules_text_at: SAVED_AT }]);
  });

  test.each(['PUT /appointments/{id}', 'POST /appointments/{id}/guest'] as const)(
    'replacing the person of a booking by %s deletes the stored acceptance of the rules',
    async (endpoint) => {
      await book(salon.visitor, { ...guest(), rules_accepted: 1 });
      await salon.admin.call(endpoint, { params: { id }, body: { ...guest(), guest_name: 'Una' } });
      expect(await accepted()).toEqual(NOTHING);
    },
  );

  test('the owner can book without accepting the rules', async () => {
    await book(salon.admin, { ...guest(), rules_accepted: 0 });
    expect(await accepted()).toEqual(NOTHING);
  });

  test('a booking in a salon without rules stores no acceptance', async () => {
    await putRules(' ');
    await book(salon.visitor, { ...guest(), rules_accepted: 1 });
    expect(await accepted()).toEqual(NOTHING);
  });
});
