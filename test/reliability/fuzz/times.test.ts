import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { overlaps } from '../../../src/domain/appointments/slots.ts';
import { type AppointmentId, type ServiceId, type TechnicianId, toId } from '../../../src/domain/ids.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/settings.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { offerRules, spanOf, splitOffers } from '../../../src/domain/times/offers.ts';
import { groundOf } from '../../../src/domain/times/openings.ts';
import { addMinutes, minutesBetween } from '../../../src/domain/wall-clock.ts';
import { ApiError } from '../../../src/web/lib/api.ts';
import { aClient, aService, aTechnician } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import { allRows } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { SEED, trial } from '../../support/trials/trial.ts';

/** Bookings of starts, changes, moves, blocks, deletions and undos with `split_slots` (docs/spec/behaviour.md §26). */

const SEQUENCES = bySize(12, 400);
const STEPS = bySize(20, 50);
const DAY = '2026-11-20';
const SETTINGS = { ...DEFAULT_SETTINGS, split_slots: 1, rest_minutes: 30, max_active_bookings: 10 } as const;

const at = fc.nat({ max: 30 });
const technician = fc.nat({ max: 2 });
const start = fc.integer({ min: 0, max: 132 }).map((five) => addMinutes(`${DAY} 08:00:00`, five * 5));
const half = fc.integer({ min: 0, max: 20 }).map((n) => addMinutes(`${DAY} 08:00:00`, n * 30));
const minutes = fc.integer({ min: 3, max: 36 }).map((five) => five * 5);
const services = fc.constantFrom([0], [1], [2], [0, 1], [3], [3, 0]);
const offer_again = fc.constantFrom(undefined, 0 as const, 1 as const);
const undone = fc.boolean();
const person = fc.constantFrom('ana' as const, 'eva' as const, 'guest' as const);
const kind = <K extends string>(name: K) => fc.constant(name);

const add = fc.record({
  kind: kind('add'),
  start: half,
  minutes: fc.integer({ min: 1, max: 10 }).map((n) => n * 30),
  technician,
});
const step = fc.oneof(
  { weight: 4, arbitrary: add },
  { weight: 9, arbitrary: fc.record({ kind: kind('book'), at, person, services, any: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('ask'), start, technician, services }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('services'), at, services }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('cancel'), at, bySalon: fc.boolean(), offer_again }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('reschedule'), at, to: at }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind('drag'), at, start, minutes, technician, offer_again, undone }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('block'), start, minutes, technician, undone }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('unblock'), at }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete'), at, undone }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('rest'), at, undone }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

onBothEngines('times of openings', () => {
  let people: Record<'ana' | 'eva' | 'guest', Person>;
  let technicians: TechnicianId[];
  let listed: ServiceId[];
  beforeAll(async () => {
    listed = [];
    for (const [duration_minutes, cleanup_minutes] of [
      [60, 0],
      [45, 15],
      [47, 20],
      [null, 10],
    ] as const) {
      const id = await aService(salon, { duration_minutes });
      await salon.admin.call('PUT /services/{id}', { params: { id }, body: { cleanup_minutes } });
      listed.push(id);
    }
    technicians = [OWNERS_TECHNICIAN, await aTechnician(salon), await aTechnician(salon)];
    const [first] = listed;
    const terms = first ? [{ service_id: first, duration_minutes: 90, price: null }] : [];
    await salon.admin.call('PUT /technicians/{id}', { params: { id: technicians[2] ?? 0 }, body: { terms } });
    const { split_slots, rest_minutes, max_active_bookings } = SETTINGS;
    await salon.admin.call('PUT /settings', { body: { split_slots, rest_minutes, max_active_bookings } });
    people = { ana: await aClient(salon), eva: await aClient(salon), guest: salon.visitor };
  });

  /** The offers for services, by the function and the data of the pages. */
  async function offersOf(ids: readonly ServiceId[]) {
    const free = await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } });
    const known = {
      settings: SETTINGS,
      services: await salon.visitor.call('GET /services'),
      technicians: await salon.visitor.call('GET /technicians'),
      now: salon.clock.wall(),
    };
    return splitOffers(free, (one) => offerRules(known, one, ids));
  }

  const liveRows = async () => (await allRows(salon)).filter(({ status }) => status !== 'CANCELLED');
  const openings = () =>
    salon.db
      .selectFrom('openings')
      .select(['technician_id', 'start_datetime', 'end_datetime'])
      .orderBy('technician_id')
      .orderBy('start_datetime')
      .execute();

  /** What undo must bring back: rows with their ids, and openings. */
  async function state() {
    const rows = await liveRows();
    return {
      rows: rows.map((row) => [row.id, row.technician_id, row.status, row.start_datetime, row.end_datetime]),
      openings: await openings(),
    };
  }

  /** Asserts that rows of a technician never overlap, and that an untouched opening is one free slot. Shorter parts than 15 minutes and underived slots are found by `expectDerived`. */
  async function expectRight(): Promise<void> {
    const rows = await liveRows();
    for (const [n, row] of rows.entries())
      for (const other of rows.slice(n + 1))
        expect(row.technician_id === other.technician_id && overlaps(row, other)).toBe(false);
    for (const opening of await openings()) {
      const isHers = (row: (typeof rows)[number]) => row.technician_id === opening.technician_id;
      const inside = rows.filter((row) => isHers(row) && overlaps(row, opening));
      const short = inside.filter(
        (row) => row.status === 'AVAILABLE' && minutesBetween(row.start_datetime, row.end_datetime) < 15,
      );
      for (const { start_datetime, end_datetime } of short)
        expect(opening).toMatchObject({ start_datetime, end_datetime });
      if (inside.every(({ status }) => status === 'AVAILABLE')) expect(inside).toMatchObject([opening]);
    }
    await expectDerived(salon.db);
  }

  /** Asserts that a booking by an offer keeps clear of the clean-ups in its openings, and the others of its own. */
  async function expectClean(id: AppointmentId): Promise<void> {
    const rows = (await liveRows()).filter(({ status }) => status === 'BOOKED');
    const own = rows.find((row) => row.id === id);
    if (!own) throw new Error(`${id} is not booked`);
    const hers = (await openings()).filter(({ technician_id }) => technician_id === own.technician_id);
    const around = hers.filter((opening) => overlaps(opening, own));
    const groundIn = (row: typeof own) => groundOf({ ...row, ...spanOf(row.services) }, around);
    for (const other of rows.filter((row) => row.id !== id && row.technician_id === own.technician_id)) {
      expect(groundIn(other).some((ground) => overlaps(ground, own))).toBe(false);
      expect(groundIn(own).some((ground) => overlaps(ground, other))).toBe(false);
    }
  }

  /** Runs a request of the API and returns its response; undefined for one of these refusals. */
  const tried = async <T>(request: Promise<T>, ...codes: string[]): Promise<T | undefined> => {
    try {
      return await request;
    } catch (error) {
      if (error instanceof ApiError && codes.includes(error.code ?? '')) return undefined;
      throw error;
    }
  };
  const idsOf = (chosen: readonly number[]) => chosen.flatMap((n) => listed[n] ?? []);
  const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
  const rowAt = async (n: number, ...statuses: string[]) =>
    pick(
      (await liveRows()).filter(({ status }) => statuses.includes(status)),
      n,
    );
  const contact = () => ({ guest_name: 'Gošća', guest_phone: freshPhone() });
  const links = new Map<number, string>();

  async function book({ at: n, person: who, services: chosen, any }: Extract<Step, { kind: 'book' }>) {
    const service_ids = idsOf(chosen);
    const offer = pick(await offersOf(service_ids), n);
    if (!offer) return;
    const [{ id, technician_id }] = offer.slots;
    const asked = any ? { any_technician: 1 as const } : { ...(technician_id && { technician_id }) };
    const booked = await tried(
      people[who].call('POST /appointments/{id}/book', {
        params: { id },
        body: {
          start_datetime: offer.start_datetime,
          service_ids,
          ...asked,
          ...(who === 'guest' && contact()),
        },
      }),
      'already_booked_then',
      'booking_limit',
    );
    if (!booked) return;
    expect(booked.start_datetime).toBe(offer.start_datetime);
    if (booked.guest_link) links.set(booked.id, booked.guest_link);
    await expectClean(booked.id);
  }

  /** A start that is not offered is refused. */
  async function ask({
    start: start_datetime,
    technician: n,
    services: chosen,
  }: Extract<Step, { kind: 'ask' }>) {
    const technician_id = technicians[n] ?? OWNERS_TECHNICIAN;
    const service_ids = idsOf(chosen);
    const isOffered = (await offersOf(service_ids)).some(
      (offer) => offer.start_datetime === start_datetime && offer.slots[0].technician_id === technician_id,
    );
    if (isOffered) return;
    const body = { start_datetime, technician_id, service_ids, ...contact() };
    const params = { id: toId<AppointmentId>(1) };
    expect(
      await tried(salon.visitor.call('POST /appointments/{id}/book', { params, body }), 'slot_gone'),
    ).toBeUndefined();
  }

  const ownOf = (row: { client_id: number | null }) =>
    row.client_id === people.ana.id ? people.ana : row.client_id === people.eva.id ? people.eva : null;

  async function changeServices({ at: n, services: chosen }: Extract<Step, { kind: 'services' }>) {
    const row = await rowAt(n, 'BOOKED');
    const who = row && ownOf(row);
    if (!who) return;
    const body = { service_ids: idsOf(chosen) };
    await tried(
      who.call('POST /appointments/{id}/service', { params: { id: row.id }, body }),
      'service_too_long',
    );
  }

  async function cancel({ at: n, bySalon, offer_again: again }: Extract<Step, { kind: 'cancel' }>) {
    const row = await rowAt(n, 'BOOKED');
    if (!row) return;
    const { id } = row;
    const who = bySalon ? salon.admin : ownOf(row);
    const token = links.get(id);
    const reason = 'Bolest';
    if (who) {
      const body = {
        reason,
        ...(bySalon && again !== undefined && { asked_by: 'SALON' as const, offer_again: again }),
      };
      await who.call('POST /appointments/{id}/cancel', { params: { id }, body });
    } else if (token)
      await tried(
        salon.visitor.call('POST /guest-link/cancel', { body: { token, reason } }),
        'guest_link_dead',
      );
  }

  /** A client moves to each time that is listed for her booking; a time that is not listed is refused. */
  async function reschedule({ at: n, to }: Extract<Step, { kind: 'reschedule' }>) {
    const row = await rowAt(n, 'BOOKED');
    const who = row && ownOf(row);
    if (!who) return;
    const params = { id: row.id };
    const free = await who.call('GET /appointments/{id}/free', { params, query: { from: DAY, to: DAY } });
    const time = pick(free, to);
    if (!time) return;
    const { start_datetime, technician_id, slot_id } = time;
    const body = { to_id: slot_id ?? row.id, start_datetime, technician_id };
    const moved = await tried(
      who.call('POST /appointments/{id}/reschedule', { params, body }),
      'already_booked_then',
    );
    if (!moved) return;
    expect(moved).toMatchObject({ start_datetime, end_datetime: time.end_datetime });
    await expectClean(row.id);
  }

  const REFUSED = [
    'slot_overlaps',
    'move_refused',
    'slot_outside_hours',
    'slot_across_days',
    'technician_service',
  ];

  /** Runs a change of the salon; if it is undone, the former state is back. */
  async function bySalon(isUndone: boolean, change: () => Promise<{ undo_token?: string | null }>) {
    const before = await state();
    const changed = await tried(change(), ...REFUSED, 'nothing_to_free');
    if (!isUndone || !changed?.undo_token) return;
    await expectRight();
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: changed.undo_token } });
    expect(await state()).toEqual(before);
  }

  async function drag({ at: n, ...to }: Extract<Step, { kind: 'drag' }>) {
    const row = await rowAt(n, 'BOOKED', 'BLOCKED', 'AVAILABLE');
    if (!row) return;
    const { start: start_datetime, minutes: length, technician: other, offer_again: again } = to;
    const isFree = row.status === 'AVAILABLE';
    await bySalon(to.undone, () =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id: row.id },
        body: {
          start_datetime,
          end_datetime: addMinutes(start_datetime, length),
          technician_id: technicians[other] ?? OWNERS_TECHNICIAN,
          ...(!isFree && again !== undefined && { offer_again: again }),
        },
      }),
    );
  }

  const withUndo = { undo: '1' } as const;
  async function run(one: Step): Promise<void> {
    switch (one.kind) {
      case 'add':
        return bySalon(false, () =>
          salon.admin.call('POST /appointments/slot', {
            body: {
              start_datetime: one.start,
              duration_minutes: one.minutes,
              technician_id: technicians[one.technician],
            },
          }),
        );
      case 'book':
        return book(one);
      case 'ask':
        return ask(one);
      case 'services':
        return changeServices(one);
      case 'cancel':
        return cancel(one);
      case 'reschedule':
        return reschedule(one);
      case 'drag':
        return drag(one);
      case 'block':
        return bySalon(one.undone, () =>
          salon.admin.call('POST /appointments', {
            query: withUndo,
            body: {
              start_datetime: one.start,
              duration_minutes: one.minutes,
              status: 'BLOCKED',
              technician_id: technicians[one.technician],
            },
          }),
        );
      case 'unblock': {
        const row = await rowAt(one.at, 'BLOCKED');
        if (row)
          await salon.admin.call('POST /appointments/{id}/status', {
            params: { id: row.id },
            body: { status: 'AVAILABLE' },
          });
        return;
      }
      case 'delete': {
        const row = await rowAt(one.at, 'BOOKED', 'BLOCKED', 'AVAILABLE');
        if (!row) return;
        await salon.admin.call('DELETE /appointments/{id}', { params: { id: row.id } });
        return;
      }
      case 'rest': {
        const row = await rowAt(one.at, 'BOOKED');
        if (row)
          await bySalon(one.undone, () =>
            salon.admin.call('POST /appointments/{id}/free-rest', { params: { id: row.id } }),
          );
      }
    }
  }

  test('any sequence of commands keeps openings, free slots and clean-ups apart, and undo brings the former state back', async () => {
    trial({ what: 'times', cases: SEQUENCES, seed: SEED });
    const steps = fc
      .tuple(
        fc.array(add, { minLength: 2, maxLength: 4 }),
        fc.array(step, { minLength: 5, maxLength: STEPS, size: 'max' }),
      )
      .map((parts): Step[] => parts.flat());
    const follow = async (sequence: readonly Step[]) => {
      await salon.db.deleteFrom('appointments').execute();
      await salon.db.deleteFrom('openings').execute();
      for (const one of sequence) {
        await run(one);
        await expectRight();
      }
    };
    await fc.assert(fc.asyncProperty(steps, follow), {
      numRuns: SEQUENCES,
      seed: SEED,
      endOnFailure: bySize(true, false),
    });
  }, 1_800_000);
});
