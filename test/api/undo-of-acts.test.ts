// Performs each act of the table in docs/spec/behaviour.md §5.14, and undoes it.
import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { UNDO_SECONDS } from '../../src/domain/limits.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, aWait, seen as seenAt } from '../support/builders.ts';
import { expectRefused } from '../support/refused.ts';
import { acts } from '../support/rows/acts.ts';
import { changeRow } from '../support/rows/rows.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

const DAY = '2026-11-24';
const TODAY = '2026-11-17';
const at = (clock: string, day = DAY): WallTime => `${day} ${clock}:00` as WallTime;
const WITH_PAYMENTS = { payments: 1, account_number: '840-955845-10', account_name: 'Salon' } as const;

/** A booking with two hours for a service of one, one of today that has begun, a free slot, and a client who waits for another day. */
async function aWorld() {
  const ana = await aClient(salon, { name: 'Ana' });
  const service = await aService(salon, { name: 'Gel lak', price: 2400, duration_minutes: 60 });
  const other = await aService(salon, { name: 'Pedikir', price: 3000, duration_minutes: 60 });
  await salon.admin.call('PUT /settings', { body: WITH_PAYMENTS });
  const booked = await aBooking(salon, at('09:00'), ana.id, { minutes: 120 });
  await changeRow(salon, booked, { service_id: service, service_name: 'Gel lak' });
  const second = await aBooking(salon, at('12:00'), ana.id);
  const begun = await aBooking(salon, at('11:00', TODAY), ana.id);
  const soon = await aBooking(salon, at('13:00', TODAY), ana.id);
  const slot = await aSlot(salon, at('15:00'));
  await aWait(salon, { client_id: ana.id, created_at: salon.clock.ms(), day: '2026-11-26' });
  return { ana, service, other, booked, second, begun, soon, slot };
}
type World = Awaited<ReturnType<typeof aWorld>>;

/** What the act returns: the token of its undo, or the act that takes it back. */
interface Done {
  readonly undo_token?: string | null | undefined;
  readonly back?: () => Promise<unknown>;
}
type Perform = (world: World) => Promise<Done | undefined>;

const undo = { undo: '1' } as const;
const reason = 'Bolest u porodici.';
const call = ((...request: Parameters<Person['call']>) => salon.admin.call(...request)) as Person['call'];
const versionOf = async (id: number) => (await call('GET /appointments/{id}', { params: { id } })).version;

/** Performs an act, and what takes the act back. */
const bothWays = async (perform: (isBack: boolean) => Promise<unknown>): Promise<Done> => {
  await perform(false);
  return { back: () => perform(true) };
};

const aPayment = ({ begun: appointment_id }: World) =>
  call('POST /payments', { body: { appointment_id, kind: 'VISIT', method: 'CASH', amount: 2400 } });
const voided = (id: number) => call('POST /payments/{id}/void', { params: { id }, body: { reason } });
const closed = (counted: number) =>
  call('POST /cash/{date}/close', { params: { date: TODAY }, body: { counted } });
const anAbsence = (date: '2026-11-24' | '2026-11-26', cancel?: { reason: string; ids: never[] }) =>
  call('POST /annual', { query: undo, body: { date_from: date, date_to: date, ...(cancel && { cancel }) } });

/** What must have happened before the act. */
const BEFORE: Record<string, Perform> = {
  'POST /payments/{id}/void': async (world) => void (await aPayment(world)),
  'POST /appointments/called': async ({ second: id }) =>
    void (await call('POST /appointments/{id}/cancel', { params: { id }, body: { reason } })),
  'POST /appointments/{id}/request': async ({ booked }) =>
    void (await changeRow(salon, booked, {
      request_state: 'WAITING',
      request_until: at('09:00'),
    })),
  'DELETE /annual/{id}': async () => {
    await aSlot(salon, at('10:00', '2026-11-26'));
    await anAbsence('2026-11-26');
    return undefined;
  },
  'POST /appointments/{id}/deposit': async ({ ana, slot: id, second, soon, begun }) => {
    for (const booked of [second, soon, begun])
      await call('DELETE /appointments/{id}', { params: { id: booked } });
    await call('PUT /settings', { body: { deposit_for: 'ALL', deposit_amount: 700 } });
    await ana.call('POST /appointments/{id}/book', { params: { id }, body: seenAt(at('15:00')) });
    return undefined;
  },
  'DELETE /templates/{id}': async () => {
    await call('POST /templates', { body: { weekday: 2, time_start: '09:00:00' } });
    return undefined;
  },
};

const PERFORM: Record<string, Perform> = {
  'POST /appointments': ({ ana }) =>
    call('POST /appointments', {
      query: undo,
      body: { start_datetime: at('18:00'), duration_minutes: 60, client_id: ana.id },
    }),
  'POST /appointments/slot': () =>
    call('POST /appointments/slot', {
      query: undo,
      body: { start_datetime: at('10:00', '2026-11-26'), duration_minutes: 60 },
    }),
  'POST /appointments/series': ({ ana, service }) =>
    call('POST /appointments/series', {
      query: undo,
      body: {
        ...{ client_id: ana.id, service_ids: [service], every_weeks: 3, count: 3 },
        start_datetime: at('15:00'),
        rows: [{ start_datetime: at('15:00') }, { skip: 1 }, { start_datetime: at('15:00', '2027-01-05') }],
      },
    }),
  'PUT /appointments/{id}': async ({ booked: id, other }) =>
    call('PUT /appointments/{id}', {
      ...{ params: { id }, query: undo },
      body: { service_ids: [other], version: await versionOf(id) },
    }),
  'PUT /analytics/appointments/{id}/move': async ({ booked: id }) =>
    call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: at('17:00'), end_datetime: at('19:00'), version: await versionOf(id) },
    }),
  'PUT /analytics/appointments/swap': ({ booked, second }) =>
    call('PUT /analytics/appointments/swap', { body: { a_id: booked, b_id: second } }),
  'POST /appointments/{id}/free-rest': ({ booked: id }) =>
    call('POST /appointments/{id}/free-rest', { params: { id } }),
  'POST /appointments/{id}/cancel': ({ booked: id }) =>
    call('POST /appointments/{id}/cancel', { params: { id }, query: undo, body: { reason } }),
  'POST /appointments/cancel-many': ({ booked, second }) =>
    call('POST /appointments/cancel-many', { query: undo, body: { ids: [booked, second], reason } }),
  'POST /annual': ({ booked, second }) =>
    anAbsence(DAY, { reason, ids: [booked, second] as unknown as never[] }),
  'DELETE /appointments/{id}': async ({ booked: id }) =>
    (await call('DELETE /appointments/{id}', { params: { id }, query: undo })) ?? undefined,
  'PUT /delay': () => call('PUT /delay', { body: { minutes: 30 } }),
  'POST /appointments/{id}/reached': async ({ soon: id }) => {
    const body = { what: 'REMINDER', channel: 'CALL', seen: null } as const;
    const done = await call('POST /appointments/{id}/reached', { params: { id }, body });
    return 'undo_token' in done ? done : undefined;
  },
  'POST /appointments/{id}/status': ({ slot: id }) =>
    bothWays((isBack) =>
      call('POST /appointments/{id}/status', {
        params: { id },
        body: { status: isBack ? 'AVAILABLE' : 'BLOCKED' },
      }),
    ),
  'POST /appointments/{id}/attendance': ({ begun: id }) =>
    bothWays((isBack) =>
      call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: isBack ? null : 1 } }),
    ),
  'POST /appointments/called': ({ second }) =>
    bothWays((isBack) =>
      call('POST /appointments/called', { body: { ids: [second], called: isBack ? 0 : 1 } }),
    ),
  'POST /appointments/{id}/request': ({ booked: id }) =>
    call('POST /appointments/{id}/request', { params: { id }, body: { action: 'ACCEPT' } }).then(() => ({})),
  'POST /appointments/{id}/deposit': ({ slot: id }) =>
    bothWays((isBack) =>
      call('POST /appointments/{id}/deposit', {
        params: { id },
        body: isBack ? { action: 'TAKEN_BACK', reason } : { action: 'RECEIVED' },
      }),
    ),
  'POST /payments': async (world) => {
    const { id } = await aPayment(world);
    return { back: () => voided(id) };
  },
  'POST /payments/{id}/void': async () => {
    const [payment] = await call('GET /payments', { query: { from: TODAY, to: TODAY } });
    await voided(payment?.id ?? 0);
    return {};
  },
  'POST /cash/{date}/close': async () => {
    await closed(0);
    return {
      back: () => call('POST /cash/{date}/reopen', { params: { date: TODAY }, body: { reason } }),
    };
  },
  'DELETE /annual/{id}': async () => {
    const [absence] = await call('GET /annual/mine');
    await call('DELETE /annual/{id}', { params: { id: absence?.id ?? 0 } });
    return {};
  },
  'DELETE /templates/{id}': async () => {
    const [template] = await call('GET /templates');
    await call('DELETE /templates/{id}', { params: { id: template?.id ?? 0 } });
    return {};
  },
};

/** What the salon sees: appointments, days off, money and who is to be called. */
async function seen() {
  const range = { from: TODAY, to: '2027-02-01' } as const;
  const rows = await call('GET /analytics/calendar', { query: range });
  const money = await call('GET /payments', { query: range });
  return {
    rows: rows.map(({ version: _, ...row }) => row),
    absences: (await call('GET /annual/mine')).map(({ conflict_count: _, ...absence }) => absence),
    paid: money.filter(({ voided_at }) => voided_at === null),
    till: await call('GET /cash/{date}', { params: { date: TODAY } }),
    calls: await call('GET /appointments/to-call'),
    delays: await call('GET /delay'),
    round: (await call('GET /appointments/round', { query: { date: TODAY } })).map(({ reached }) => reached),
  };
}
const told = async () => {
  const rows = await salon.db.selectFrom('client_notifications').select('type').execute();
  return [...new Set(rows.map(({ type }) => type))];
};
/** Begins with a world in which nobody has been told yet. */
async function begin(request: string) {
  const world = await aWorld();
  await BEFORE[request]?.(world);
  await salon.db.deleteFrom('client_notifications').execute();
  return world;
}
const perform = async (request: string, world: World) =>
  (await (PERFORM[request] ?? Promise.reject)(world)) ?? {};
const undoing = (undo_token: string) => call('POST /appointments/undo', { body: { undo_token } });

const TABLE = acts();
const UNDONE = TABLE.filter((act) => act.undo === '10 s');
const TAKEN_BACK = TABLE.filter((act) => act.undo !== '10 s' && act.undo !== 'none');
const titled = (rows: typeof TABLE) => rows.map((row) => [row.act, row] as const);

onBothEngines('the table of acts', { emptyBeforeEach: true }, () => {
  test('has a row for each act of this test, and for each request that returns a token', () => {
    expect(TABLE.map(({ request }) => request).sort()).toEqual(Object.keys(PERFORM).sort());
    const withToken = (endpoints as readonly Endpoint[]).filter(({ method, response }) =>
      method === 'GET'
        ? false
        : JSON.stringify(response.toJSONSchema({ unrepresentable: 'any' })).includes('undo_token'),
    );
    const names = withToken.map(({ method, path }) => `${method} ${path}`);
    expect(UNDONE.map(({ request }) => request).sort()).toEqual(names.sort());
  });

  test.each(titled(UNDONE))('%s: is undone within 10 s, before anybody is told', async (_, act) => {
    const world = await begin(act.request);
    const before = await seen();
    const { undo_token } = await perform(act.request, world);
    expect(undo_token).toEqual(expect.any(String));
    expect(await seen()).not.toEqual(before);
    expect(await world.ana.call('GET /client-notifications')).toEqual([]);
    salon.clock.advanceMs(UNDO_SECONDS * 1000 - 1);
    await undoing(undo_token ?? '');
    expect(await seen()).toEqual(before);
    expect(await told()).toEqual([]);
    expect(await salon.db.selectFrom('outbox').select('kind').execute()).toEqual([]);
    await expectRefused(undoing(undo_token ?? ''), 'undo_expired');
  });

  test.each(titled(TABLE))('%s: tells what the table says, and nothing else', async (_, act) => {
    const world = await begin(act.request);
    const { undo_token } = await perform(act.request, world);
    expect(await told()).toEqual(act.told === null ? [] : [act.told]);
    salon.clock.advanceMs(UNDO_SECONDS * 1000);
    const read = await world.ana.call('GET /client-notifications');
    expect([...new Set(read.map(({ type }) => type))]).toEqual(act.told === null ? [] : [act.told]);
    if (act.undo !== '10 s') expect(undo_token).toBeUndefined();
    else await expectRefused(undoing(undo_token ?? ''), 'undo_expired');
  });

  test.each(titled(TAKEN_BACK))('%s: is taken back as the table says', async (_, act) => {
    const world = await begin(act.request);
    const before = await seen();
    const { back } = await perform(act.request, world);
    expect(await seen()).not.toEqual(before);
    await back?.();
    expect(await seen()).toEqual(before);
  });
});
