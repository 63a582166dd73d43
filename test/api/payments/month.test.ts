// A month of a salon: till, open money and statistics agree to the para with sums that this test computes apart.
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../scripts/demo/random.ts';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import { isUncharged } from '../../../src/domain/payments/open-money.ts';
import { addDays, isSunday, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const FIRST: WallDate = '2026-10-01';
const LAST: WallDate = '2026-10-31';
const MONTH = { from: FIRST, to: LAST } as const;
const SETTINGS = {
  payments: 1,
  deposit_for: 'ALL',
  deposit_amount: 700,
  deposit_hold_hours: 72,
  account_number: '840-955845-10',
  account_name: 'Salon',
} as const;
const WORKING = Array.from({ length: 31 }, (_, n) => addDays(FIRST, n)).filter((day) => !isSunday(day));
const PRICES = [1800, 2400.5, 3333.33, 2750.05] as const;
const ONLINE_HOURS = ['08', '09'];
const OWN_HOURS = ['11', '12', '13', '14', '15', '16'];
const DEPOSIT = 70_000;

/** Dinars as whole para. */
const para = (dinars: number): number => Math.round(dinars * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

type Kind = 'VISIT' | 'TIP' | 'DEPOSIT' | 'REFUND' | 'EXPENSE' | 'CASH_IN' | 'CASH_OUT';
type Method = 'CASH' | 'CARD' | 'IPS';
interface Entry {
  readonly day: WallDate;
  readonly kind: Kind;
  readonly method: Method;
  readonly amount: number;
  readonly visit?: Visit;
}
interface Visit {
  readonly id: AppointmentId;
  readonly day: WallDate;
  readonly price: number;
  attended: 0 | 1 | null;
  isBooked: boolean;
  deposit?: 'WAITING' | 'RECEIVED' | 'EXPIRED' | 'TO_REFUND' | 'REFUNDED' | 'KEPT';
}

/** The month as the test knows it, in para. */
interface Books {
  readonly entries: Entry[];
  readonly visits: Visit[];
  readonly closes: Map<WallDate, { opening: number; counted: number }>;
  readonly openings: Map<WallDate, number>;
}

const signed = ({ kind, amount }: Entry) => (kind === 'REFUND' ? -amount : amount);
const isTaking = ({ kind }: Entry) => ['VISIT', 'TIP', 'DEPOSIT', 'REFUND'].includes(kind);
const paidFor = ({ entries }: Books, visit: Visit) =>
  sum(entries.filter((entry) => entry.visit === visit && entry.kind !== 'TIP').map(signed));

/** What the till of a day must say. */
function tillOf({ entries, openings, closes }: Books, day: WallDate) {
  const own = entries.filter((entry) => entry.day === day);
  const takings = (method: Method) =>
    sum(own.filter((one) => isTaking(one) && one.method === method).map(signed));
  const of = (kind: Kind, method?: Method) =>
    sum(
      own
        .filter((one) => one.kind === kind && (!method || one.method === method))
        .map(({ amount }) => amount),
    );
  const opening = openings.get(day) ?? 0;
  const expected = opening + takings('CASH') + of('CASH_IN') - of('CASH_OUT') - of('EXPENSE', 'CASH');
  const counted = closes.get(day)?.counted ?? null;
  return {
    ...{ date: day, state: counted === null ? 'OPEN' : 'CLOSED', opening },
    takings: { CASH: takings('CASH'), CARD: takings('CARD'), IPS: takings('IPS'), OTHER: 0 },
    ...{ cash_in: of('CASH_IN'), cash_out: of('CASH_OUT'), expenses: of('EXPENSE'), expected, counted },
    difference: counted === null ? null : counted - expected,
  };
}

/** A response with its amounts in para. */
const inPara = (value: unknown): unknown => {
  if (typeof value === 'number') return para(value);
  if (Array.isArray(value)) return value.map(inPara);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inPara(one)]));
};

const at = (day: WallDate, hour: string): WallTime => `${day} ${hour}:00:00` as WallTime;
const pay = async (books: Books, entry: Omit<Entry, 'day'>) => {
  const { visit, kind, method, amount } = entry;
  const body = { kind, method, amount: amount / 100, ...(visit && { appointment_id: visit.id }) };
  const { id } = await salon.admin.call('POST /payments', { body });
  books.entries.push({ ...entry, day: salon.clock.wall().slice(0, 10) as WallDate });
  return id;
};
const depositAct = (visit: Visit, action: 'RECEIVED' | 'REFUNDED' | 'KEPT', amount?: number) =>
  salon.admin.call('POST /appointments/{id}/deposit', {
    params: { id: visit.id },
    body: { action, ...(amount !== undefined && { amount: amount / 100 }) },
  });
const bySalon = async (visit: Visit) => {
  const body = { reason: 'Bolest u porodici.' };
  await salon.admin.call('POST /appointments/{id}/cancel', { params: { id: visit.id }, body });
  visit.isBooked = false;
};

interface Month extends Books {
  readonly chance: ReturnType<typeof chanceFrom>;
  readonly services: readonly (readonly [ServiceId, number])[];
  readonly clients: readonly Person[];
}

/** Clients book two working days ahead; each of them owes a deposit. */
async function bookOnline(month: Month, day: WallDate) {
  for (const hour of ONLINE_HOURS) {
    const [service_id, price] = month.chance.of(month.services);
    const who = month.clients[month.visits.length % month.clients.length] as Person;
    const start = at(day, hour);
    const id = await aSlot(salon, start);
    const body = { ...seen(start), service_id };
    await who.call('POST /appointments/{id}/book', { params: { id }, body });
    month.visits.push({ id, day, price: para(price), attended: null, isBooked: true, deposit: 'WAITING' });
  }
}

/** The owner writes down who has called for today. */
async function bookByPhone(month: Month, day: WallDate) {
  for (const [n, hour] of OWN_HOURS.entries()) {
    const [service_id, price] = month.chance.of(month.services);
    const guest = { guest_name: `Gošća ${n}`, guest_phone: `06355${day.slice(8)}0${n}` };
    const body = { ...guest, start_datetime: at(day, hour), duration_minutes: 60, service_id };
    const { id } = await salon.admin.call('POST /appointments', { body });
    month.visits.push({ id, day, price: para(price), attended: null, isBooked: true });
  }
}

/** A deposit arrives, sometimes another amount, or never; some bookings are cancelled before or after, and money goes back or stays. */
async function settleDeposit({ chance, entries }: Month, visit: Visit, day: WallDate) {
  if (chance.is(0.15)) {
    await bySalon(visit);
    visit.deposit = 'EXPIRED';
    return;
  }
  const amount = chance.is(0.2) ? DEPOSIT + chance.between(1, 5000) : DEPOSIT;
  await depositAct(visit, 'RECEIVED', amount);
  entries.push({ day, kind: 'DEPOSIT', method: 'IPS', amount, visit });
  visit.deposit = 'RECEIVED';
  if (!chance.is(0.3)) return;
  await bySalon(visit);
  visit.deposit = chance.of(['TO_REFUND', 'REFUNDED', 'KEPT'] as const); // the first stays among the open money
  if (visit.deposit === 'TO_REFUND') return;
  await depositAct(visit, visit.deposit);
  if (visit.deposit === 'REFUNDED') entries.push({ day, kind: 'REFUND', method: 'IPS', amount, visit });
}

async function mark(visit: Visit, attended: 0 | 1) {
  await salon.admin.call('POST /appointments/{id}/attendance', {
    params: { id: visit.id },
    body: { attended },
  });
  visit.attended = attended;
}

/** Charges a visit: in cash, by card, or half and half, some with a tip; some only in part, some by mistake first. */
async function charge(month: Month, visit: Visit) {
  const { chance } = month;
  const due = visit.price - paidFor(month, visit);
  const part = chance.is(0.1) ? due - chance.between(1, 40_000) : due;
  const first = chance.of<Method>(['CASH', 'CARD']);
  if (chance.is(0.1)) {
    const wrong = await pay(month, { kind: 'VISIT', method: first, amount: due + 100_000, visit });
    await salon.admin.call('POST /payments/{id}/void', {
      params: { id: wrong },
      body: { reason: 'Pogrešan iznos.' },
    });
    month.entries.pop();
  }
  const half = chance.is(0.25) ? Math.floor(part / 3) : 0;
  await pay(month, { kind: 'VISIT', method: first, amount: part - half, visit });
  if (half > 0)
    await pay(month, { kind: 'VISIT', method: first === 'CASH' ? 'CARD' : 'CASH', amount: half, visit });
  if (chance.is(0.3))
    await pay(month, {
      kind: 'TIP',
      method: chance.of<Method>(['CASH', 'CARD']),
      amount: chance.between(1, 40_000),
      visit,
    });
}

/** Each visit of the day: missed, charged, come and not charged, or not even marked. */
async function work(month: Month, day: WallDate) {
  const { chance } = month;
  for (const visit of month.visits.filter((one) => one.day === day && one.isBooked)) {
    if (chance.is(0.08)) await mark(visit, 0);
    else if (!chance.is(0.05)) {
      await mark(visit, 1);
      if (!chance.is(0.1)) await charge(month, visit);
    }
  }
  if (chance.is(0.5))
    await pay(month, {
      kind: 'EXPENSE',
      method: chance.of<Method>(['CASH', 'CARD']),
      amount: chance.between(1, 90_000),
    });
  if (chance.is(0.2)) await pay(month, { kind: 'CASH_IN', method: 'CASH', amount: 50_000 });
  if (chance.is(0.2)) await pay(month, { kind: 'CASH_OUT', method: 'CASH', amount: 30_050 });
}

/** Closes a day with what was counted; the next day begins with what stays. */
async function closeDay(month: Month, day: WallDate, next: WallDate | undefined) {
  const { chance, closes, openings } = month;
  const params = { date: day };
  const till = tillOf(month, day);
  const counted = Math.max(0, till.expected + chance.of([0, 0, 0, -15_000, 55, 100_000]));
  const body = { counted: counted / 100 };
  const close = () => salon.admin.call('POST /cash/{date}/close', { params, body });
  closes.set(day, { opening: till.opening, counted });
  const closed = await close();
  expect({ ...(inPara(closed) as object), date: day, state: closed.state }).toEqual(tillOf(month, day));
  await expectRefused(pay(month, { kind: 'EXPENSE', method: 'CASH', amount: 100 }), 'day_closed');
  if (chance.is(0.1)) {
    await salon.admin.call('POST /cash/{date}/reopen', { params, body: { reason: 'Zaboravljen račun.' } });
    await pay(month, { kind: 'EXPENSE', method: 'CASH', amount: 12_345 });
    await close();
  }
  if (!next) return;
  const stays = Math.min(counted, 300_000);
  openings.set(next, stays);
  await salon.admin.call('PUT /cash/{date}', { params: { date: next }, body: { opening: stays / 100 } });
}

async function replay(seed: string): Promise<Month> {
  await salon.admin.call('PUT /settings', { body: SETTINGS });
  const services = [];
  for (const price of PRICES)
    services.push([
      await aService(salon, { name: `Usluga ${price}`, price, duration_minutes: 60 }),
      price,
    ] as const);
  const clients = [];
  for (let n = 0; n < 40; n++) clients.push(await aClient(salon));
  const books = { entries: [], visits: [], closes: new Map(), openings: new Map<WallDate, number>() };
  const month: Month = { ...books, chance: chanceFrom(seed), services, clients };
  for (const [n, day] of WORKING.entries()) {
    salon.clock.set(at(day, '07'));
    await bookByPhone(month, day);
    const ahead = WORKING[n + 2];
    if (ahead) await bookOnline(month, ahead);
    const waiting = month.visits.filter((one) => one.deposit === 'WAITING' && one.day > day);
    for (const visit of waiting) await settleDeposit(month, visit, day);
    salon.clock.set(at(day, '19'));
    await work(month, day);
    if (day !== LAST) await closeDay(month, day, WORKING[n + 1]);
  }
  return month;
}

onBothEngines('a month of the salon', { emptyBeforeEach: true, now: at(FIRST, '07') }, (engine) => {
  test('till, open money and statistics agree to the para with sums computed apart', {
    timeout: 120_000,
  }, async () => {
    const month = await replay(`oktobar ${engine}`);
    const { visits, entries } = month;
    expect(visits.length).toBeGreaterThanOrEqual(200);
    const booked = visits.filter(({ isBooked }) => isBooked);

    const tills = await salon.admin.call('GET /cash', { query: MONTH });
    const days = WORKING.filter((day) => entries.some((one) => one.day === day) || month.openings.has(day));
    expect(
      tills.map((till) => ({ ...(inPara(till) as object), date: till.date, state: till.state })),
    ).toEqual(days.map((day) => tillOf(month, day)));

    const takings = (method?: Method) =>
      sum(entries.filter((one) => isTaking(one) && (!method || one.method === method)).map(signed));
    const charged = await salon.admin.call('GET /analytics/charged', { query: MONTH });
    expect(inPara({ total: charged.total, methods: charged.methods })).toEqual({
      total: takings(),
      methods: { CASH: takings('CASH'), CARD: takings('CARD'), IPS: takings('IPS'), OTHER: 0 },
    });

    const list = await salon.admin.call('GET /appointments/list', { query: { ...MONTH, status: 'BOOKED' } });
    const paid = list.map((row) => [row.id, para(row.paid ?? 0)]);
    const paidApart = booked.map((visit) => [visit.id, paidFor(month, visit)]);
    expect(Object.fromEntries(paid)).toEqual(Object.fromEntries(paidApart));
    const now = salon.clock.wall();
    const open = list.filter((row) => isUncharged(row, now)).map(({ id }) => id);
    const isOpen = (visit: Visit) =>
      (visit.attended === 1 || (visit.attended === null && visit.day === LAST)) &&
      paidFor(month, visit) < visit.price;
    expect(open.toSorted()).toEqual(
      booked
        .filter(isOpen)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(open.length).toBeGreaterThan(5);
    for (const deposit of ['WAITING', 'RECEIVED', 'EXPIRED', 'TO_REFUND', 'REFUNDED', 'KEPT'] as const) {
      const rows = await salon.admin.call('GET /appointments/list', { query: { ...MONTH, deposit } });
      const same = visits.filter((visit) => visit.deposit === deposit).map(({ id }) => id);
      expect([deposit, rows.map(({ id }) => id).toSorted()]).toEqual([deposit, same.toSorted()]);
    }

    const perDay = await salon.admin.call('GET /analytics/revenue-per-day', { query: MONTH });
    const revenueOn = (date: string) =>
      sum(booked.filter(({ day }) => day === date).map(({ price }) => price));
    expect(perDay.map(({ date, revenue }) => [date, para(revenue)])).toEqual(
      perDay.map(({ date }) => [date, revenueOn(date)]),
    );
    expect(sum(perDay.map(({ revenue }) => para(revenue)))).toBe(sum(booked.map(({ price }) => price)));
    expect(await salon.admin.call('GET /analytics/totals', { query: MONTH })).toMatchObject({
      booked: booked.length,
      no_shows: booked.filter(({ attended }) => attended === 0).length,
      without_service: 0,
    });
  });
});
