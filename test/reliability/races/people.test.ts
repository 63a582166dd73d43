import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type PersonId, toId } from '../../../src/domain/ids.ts';
import { addDays, type WallTime } from '../../../src/domain/wall-clock.ts';
import { ApiError } from '../../../src/web/lib/api.ts';
import { aClient, aSlot, seen } from '../../support/builders.ts';
import { atHour } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { accountById } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const ROUNDS = bySize(6, 200);

/** True for the refusals that say that a person has been joined or erased meanwhile. */
const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'unknown_client');

onBothEngines('joining people while others change them', () => {
  let n = 0;
  const nextStart = (): WallTime => {
    n += 1;
    return atHour(addDays('2026-12-01', n % 28), 7 + Math.floor(n / 28));
  };
  let phones = 100_000;
  const phone = () => `0641${++phones}`;
  const add = async (name: string, number: string | null) =>
    (await salon.admin.call('POST /people', { body: { name, phone: number } })).id;
  const merge = (id: PersonId, from_person_id: PersonId) =>
    salon.admin.call('POST /people/{id}/merge', { params: { id }, body: { from_person_id } });
  const shuffled = async (round: number, calls: (() => Promise<unknown>)[]) => {
    const outcomes = await Promise.allSettled((round % 2 ? calls : calls.toReversed()).map((call) => call()));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !isGone(outcome.reason)) throw outcome.reason;
    const done = outcomes.map(({ status }) => status === 'fulfilled');
    return round % 2 ? done : done.reverse();
  };
  const booked = async (guest_name: string, guest_phone: string | null, person_id?: PersonId) => {
    const who = person_id === undefined ? { guest_name, guest_phone } : { person_id };
    return salon.admin.call('POST /appointments', {
      body: { start_datetime: nextStart(), duration_minutes: 60, ...who },
    });
  };
  const personAt = async (id: number) =>
    (await salon.admin.call('GET /appointments/{id}', { params: { id } })).person_id;

  afterEach(() => expectInvariants(salon, {}, false));

  /** Asserts that no booking belongs to an account that a merge has emptied. */
  const expectNobodyEmptied = async () => {
    const { rows } = await sql`
      select bookings.id from bookings join users on users.id = bookings.client_id where users.deleted_at is not null
      union all
      select bookings.id from bookings join people on people.id = bookings.person_id
        where people.user_id is not null and people.search_text is null`.execute(salon.db);
    expect(rows).toEqual([]);
  };

  test('a visitor’s booking with the number of the joined person belongs to the kept or to a new person', async () => {
    trial({ what: 'joined people', cases: ROUNDS });
    for (let round = 0; round < ROUNDS; round++) {
      const number = phone();
      const [keep, from] = [await add('Ana', null), await add('Anči', number)];
      const start = nextStart();
      const id = await aSlot(salon, start);
      const body = { ...seen(start), guest_name: 'Anči', guest_phone: number };
      const book = () => salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
      expect(await shuffled(round, [() => merge(keep, from), book])).toEqual([true, true]);
      expect(await personAt(id)).toBe(keep);
    }
  });

  test('a booking of the joined person by id is the kept person’s, or is refused', async () => {
    trial({ what: 'joined people', cases: ROUNDS });
    for (let round = 0; round < ROUNDS; round++) {
      const [keep, from] = [await add('Ana', null), await add('Eva', null)];
      const other = await booked('Neko', phone());
      const edit = () =>
        salon.admin.call('PUT /appointments/{id}', { params: { id: other.id }, body: { person_id: from } });
      const [isMerged, isBooked, isEdited] = await shuffled(round, [
        () => merge(keep, from),
        () => booked('', null, from),
        edit,
      ]);
      expect(isMerged).toBe(true);
      const { recent_visits, next_appointment } = await salon.admin.call('GET /people/{id}', {
        params: { id: keep },
      });
      expect(recent_visits).toEqual([]);
      expect(next_appointment !== null).toBe(isBooked || isEdited);
      if (isEdited) expect(await personAt(other.id)).toBe(keep);
    }
  });

  test('charging an appointment loses no payment', async () => {
    trial({ what: 'joined people', cases: ROUNDS });
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    for (let round = 0; round < ROUNDS; round++) {
      const keep = (await accountById(salon, (await aClient(salon)).id)).person_id;
      const number = phone();
      const { id } = await booked('Lela', number);
      const from = (await personAt(id)) ?? toId<PersonId>(0);
      const body = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 900 } as const;
      const pay = () => salon.admin.call('POST /payments', { body });
      expect(await shuffled(round, [() => merge(keep, from), pay])).toEqual([true, true]);
      expect(await salon.admin.call('GET /appointments/{id}', { params: { id } })).toMatchObject({
        paid: 900,
        person_id: keep,
      });
    }
  });

  test('of two merges crosswise one succeeds, and all bookings are the survivor’s', async () => {
    trial({ what: 'joined people', cases: ROUNDS });
    for (let round = 0; round < ROUNDS; round++) {
      const client = round % 3 === 0 ? await aClient(salon) : undefined;
      const number = phone();
      const first = client ? (await accountById(salon, client.id)).person_id : await add('Ana', null);
      const second = await add('Eva', number);
      const ids = [(await booked('', null, first)).id, (await booked('', null, second)).id];
      const done = await shuffled(round, [() => merge(first, second), () => merge(second, first)]);
      expect(done.filter(Boolean)).toHaveLength(1);
      const left = done[0] ? first : second;
      for (const id of ids) expect(await personAt(id)).toBe(left);
    }
    await expectNobodyEmptied();
  });

  test('a chain of merges at once ends in one person', async () => {
    trial({ what: 'joined people', cases: ROUNDS });
    for (let round = 0; round < ROUNDS; round++) {
      const ids = [await add('A', phone()), await add('B', phone()), await add('C', phone())];
      const rows = [];
      for (const id of ids) rows.push((await booked('', null, id)).id);
      const [a, b, c] = ids as [PersonId, PersonId, PersonId];
      await shuffled(round, [() => merge(a, b), () => merge(b, c), () => merge(c, a)]);
      const people = new Set<number | null>();
      for (const id of rows) people.add((await personAt(id)) ?? null);
      expect(people.size).toBeLessThan(3);
      expect(people).not.toContain(null);
    }
    await expectNobodyEmptied();
  });

  test('an account that is erased meanwhile takes nothing of the other person with it', async () => {
    trial({ what: 'joined people', cases: 2 * ROUNDS });
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const client = await aClient(salon);
      const account = (await accountById(salon, client.id)).person_id;
      const guest = await add('Lela', phone());
      const start_datetime = addDays('2026-10-01', round % 28);
      const past = await salon.admin.call('POST /appointments', {
        body: {
          start_datetime: `${start_datetime} 0${7 + (round >> 5)}:00:00` as WallTime,
          person_id: guest,
        },
      });
      const erase = () => salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
      const [isMerged, isErased] = await shuffled(round >> 1, [
        () => (round % 2 ? merge(account, guest) : merge(guest, account)),
        erase,
      ]);
      expect(isErased).toBe(true);
      const after = await salon.admin.call('GET /appointments/{id}', { params: { id: past.id } });
      if (isMerged) expect(after).toMatchObject({ guest_name: null });
      else expect(after).toMatchObject({ guest_name: 'Lela', person_id: guest });
    }
  });
});
