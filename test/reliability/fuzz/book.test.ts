import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { ServiceId, TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addMinutes, minutesBetween, type WallTime } from '../../../src/domain/wall-clock.ts';
import type { AppointmentRow } from '../../../src/server/platform/db/schema.ts';
import { aClient, aService, aTechnician } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import { allRows } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { SEED, trial } from '../../support/trials/trial.ts';
import {
  askedEnd,
  type Book,
  type Line,
  moveOf,
  NOWHERE,
  type Outcome,
  outcomeOf,
  type Step,
  type Who,
} from './book-model.ts';

const SEQUENCES = bySize(30, 500);
const STEPS = bySize(25, 50);

/** Durations of bookings in minutes: with the first service, the second, or both. No slot has one of these lengths, so that slots are joined and split. */
const LENGTHS = [45, 75, 120];
const GUEST = { guest_name: 'Gošća', guest_phone: '065 100001' };

/** Slots start at one of few times on two days, so that steps often conflict. */
const time = fc
  .tuple(fc.constantFrom('2026-11-18', '2026-11-19'), fc.integer({ min: 0, max: 9 }))
  .map(([day, half]) => addMinutes(`${day} 08:00:00`, half * 30));
const late = fc.constantFrom('2026-11-18 21:00:00', '2026-11-18 21:30:00');
const start = fc.oneof({ weight: 9, arbitrary: time }, { weight: 1, arbitrary: late });
const minutes = fc.constantFrom(30, 60, 90);
const at = fc.nat({ max: 20 });
const who = fc.constantFrom<Who>('ana', 'eva', 'guest');
const addOf = (technicians: number) =>
  fc.record({
    kind: fc.constant('add' as const),
    start,
    minutes,
    technician: fc.nat({ max: technicians - 1 }),
  });
const book = fc.record({
  kind: fc.constant('book' as const),
  at,
  who,
  forThem: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});
const otherSteps = [
  { weight: 5, arbitrary: book },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      at,
      who,
      minutes: fc.constantFrom(...LENGTHS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      at,
      who: fc.constantFrom('ana' as const, 'eva' as const, 'admin' as const),
      offers: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reschedule' as const),
      at,
      to: at,
      who: fc.constantFrom('ana' as const, 'eva' as const),
      joins: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), at, start }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resize' as const), at, minutes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), at, with: at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('lock' as const),
      at,
      to: fc.constantFrom('AVAILABLE' as const, 'BLOCKED' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at }) },
];

/** Steps that add appointments, followed by random steps. */
function stepsOf(technicians: number): fc.Arbitrary<Step[]> {
  const add = addOf(technicians);
  const step: fc.Arbitrary<Step> = fc.oneof({ weight: 5, arbitrary: add }, ...otherSteps);
  return fc
    .tuple(
      fc.array(add, { minLength: 4, maxLength: 8 }),
      fc.array(book, { minLength: 2, maxLength: 4 }),
      fc.array(step, { minLength: 5, maxLength: STEPS, size: 'max' }),
    )
    .map((parts): Step[] => parts.flat());
}

onBothEngines('the appointment book', () => {
  let people: Record<'ana' | 'eva' | 'admin' | 'guest', Person>;
  /** Maps the duration of a booking to its services. The names are in the order of the price list, joined by ' + '. */
  const services = new Map<number, { ids: ServiceId[]; names: string }>();
  let technicians: TechnicianId[];
  beforeAll(async () => {
    const [short, middle] = [await aPriced(45, 1200.5), await aPriced(75, 2400)];
    services.set(45, { ids: [short], names: 'Usluga 45' });
    services.set(75, { ids: [middle], names: 'Usluga 75' });
    services.set(120, { ids: [middle, short], names: 'Usluga 45 + Usluga 75' });
    technicians = [OWNERS_TECHNICIAN, await aTechnician(salon), await aTechnician(salon)];
    people = {
      ana: await aClient(salon),
      eva: await aClient(salon),
      admin: salon.admin,
      guest: salon.visitor,
    };
  });

  function aPriced(duration_minutes: number, price: number): Promise<ServiceId> {
    return aService(salon, { name: `Usluga ${duration_minutes}`, duration_minutes, price });
  }

  const ask = async (who: Person, method: string, path: string, payload?: object) => {
    const answer = await salon.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `/api${path}`,
      headers: who.token === null ? {} : { authorization: `Bearer ${who.token}` },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, text: answer.body };
  };

  const askToMove = (book: Book, ids: readonly number[], step: Extract<Step, { kind: 'reschedule' }>) => {
    const { id, to: to_id } = moveOf(book, ids, step);
    const { start, end } = book.get(to_id) ?? NOWHERE;
    const seen_end = step.joins ? askedEnd(book, to_id, book.get(id)?.minutes ?? 0) : end;
    const target = { to_id, seen_start: start, seen_end };
    return ask(people[step.who], 'POST', `/appointments/${id}/reschedule`, target);
  };

  const askToBook = (
    id: number,
    line: Pick<Line, 'start' | 'end'>,
    { who, forThem }: Extract<Step, { kind: 'book' }>,
  ) =>
    ask(people[forThem ? 'admin' : who], 'POST', `/appointments/${id}/book`, {
      seen_start: line.start,
      seen_end: line.end,
      ...(who === 'guest' ? GUEST : forThem && { client_id: people[who].id }),
    });

  const askToCancel = (id: number, { who, offers }: Extract<Step, { kind: 'cancel' }>) =>
    ask(people[who], 'POST', `/appointments/${id}/cancel`, {
      reason: 'Ne mogu',
      ...(who === 'admin' && offers && { asked_by: 'CLIENT', offer_again: 1 }),
    });

  const asked = (book: Book, ids: readonly number[], step: Step) => {
    if (step.kind === 'add')
      return ask(salon.admin, 'POST', '/appointments/slot', {
        start_datetime: step.start,
        duration_minutes: step.minutes,
        technician_id: technicians[step.technician],
      });
    if (step.kind === 'reschedule') return askToMove(book, ids, step);
    const id = ids[step.at % Math.max(ids.length, 1)] ?? 2_000_000_000;
    const line = book.get(id) ?? NOWHERE;
    const moved = (start_datetime: WallTime, length: number) =>
      ask(salon.admin, 'PUT', `/analytics/appointments/${id}/move`, {
        start_datetime,
        end_datetime: addMinutes(start_datetime, length),
      });
    switch (step.kind) {
      case 'book':
        return askToBook(id, line, step);
      case 'join':
        return ask(people[step.who], 'POST', `/appointments/${id}/book`, {
          seen_start: line.start,
          seen_end: book.has(id) ? askedEnd(book, id, step.minutes) : line.end,
          service_ids: services.get(step.minutes)?.ids,
          ...(step.who === 'guest' && GUEST),
        });
      case 'cancel':
        return askToCancel(id, step);
      case 'move':
        return moved(step.start, minutesBetween(line.start, line.end));
      case 'resize':
        return moved(line.start, step.minutes);
      case 'swap':
        return ask(salon.admin, 'PUT', '/analytics/appointments/swap', {
          a_id: id,
          b_id: ids[step.with % Math.max(ids.length, 1)] ?? 2_000_000_000,
        });
      case 'lock':
        return ask(salon.admin, 'POST', `/appointments/${id}/status`, { status: step.to });
      case 'delete':
        return ask(salon.admin, 'DELETE', `/appointments/${id}`);
    }
  };

  const whoIs = (row: { client_id: number | null; guest_name: string | null }): Who | null =>
    row.client_id === people.ana.id
      ? 'ana'
      : row.client_id === people.eva.id
        ? 'eva'
        : row.guest_name
          ? 'guest'
          : null;

  const minutesOf = ({ service_name }: AppointmentRow) => {
    const service = [...services].find(([, { names }]) => names === service_name);
    return service && { minutes: service[0] };
  };

  const lineOf = (row: AppointmentRow): Line => ({
    start: row.start_datetime,
    end: row.end_datetime,
    status: row.status,
    technician: technicians.indexOf(row.technician_id),
    who: whoIs(row),
    ...minutesOf(row),
  });

  /** Reads all appointments from the database. */
  async function storedBook(): Promise<Book> {
    const rows = await allRows(salon);
    return new Map(rows.map((row) => [row.id, lineOf(row)]));
  }

  const withoutFree = (book: Book) =>
    Object.fromEntries([...book].filter(([, { status }]) => status !== 'AVAILABLE'));

  /** Applies the expected changes to the model and compares it with the tables. Free slots are compared with what openings leave. */
  async function compare(book: Book, ids: number[], step: Step, { changed = [] }: Outcome): Promise<void> {
    for (const [id, line] of changed)
      if (line) book.set(id, line);
      else book.delete(id);
    const now = await storedBook();
    expect(withoutFree(now), JSON.stringify(step)).toEqual(withoutFree(book));
    for (const [id, { status }] of book) if (status === 'AVAILABLE' && !now.has(id)) book.delete(id);
    for (const [id, line] of now) {
      if (!book.has(id)) ids.push(id);
      book.set(id, line);
    }
    await expectDerived(salon.db, JSON.stringify(step));
  }

  /** Asserts that every revenue figure of the statistics is the sum of the prices of all service lines of bookings. */
  async function expectRevenue(): Promise<void> {
    const lines = await salon.db
      .selectFrom('appointments')
      .innerJoin('booking_lines as line', 'line.booking_id', 'appointments.booking_id')
      .select('line.price')
      .where('status', '=', 'BOOKED')
      .execute();
    const query = { from: '2026-11-18', to: '2026-11-19' } as const;
    const sum = (rows: readonly { revenue: number }[]) =>
      rows.reduce((total, { revenue }) => total + revenue, 0);
    const { revenue } = await salon.admin.call('GET /analytics/totals', { query });
    expect(revenue).toBe(lines.reduce((total, { price }) => total + (price ?? 0), 0));
    expect(sum(await salon.admin.call('GET /analytics/revenue-per-day', { query }))).toBe(revenue);
    expect(sum(await salon.admin.call('GET /analytics/revenue-by-service', { query }))).toBe(revenue);
    expect(sum(await salon.admin.call('GET /analytics/technicians', { query }))).toBe(revenue);
  }

  async function follow(steps: readonly Step[]): Promise<void> {
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    const book: Book = new Map();
    const ids: number[] = [];
    for (const [n, step] of steps.entries()) {
      const due = outcomeOf(book, ids, step);
      const { status, text } = await asked(book, ids, step);
      const said = { n, step, status, text: status === due.status ? '' : text };
      expect(said).toEqual({ n, step, status: due.status, text: '' });
      await compare(book, ids, step, due);
    }
    const hasOnlyOwn = !steps.some((step) => step.kind === 'book' && step.forThem);
    await expectInvariants(salon, {}, hasOnlyOwn);
    await expectRevenue();
  }

  test.each([1, 3])(
    'responses and stored appointments match the model after any sequence of requests: %i technicians',
    async (count) => {
      trial({ what: 'fuzz', cases: SEQUENCES, seed: SEED });
      await fc.assert(fc.asyncProperty(stepsOf(count), follow), {
        numRuns: SEQUENCES,
        seed: SEED,
        endOnFailure: bySize(true, false),
      });
    },
    1_800_000,
  );
});
