import type { appointmentEndpoints } from '../../../src/contract/appointments.ts';
import type { dueEndpoints, rhythmEndpoints, seriesEndpoints } from '../../../src/contract/booking/rhythm.ts';
import type { calendarEndpoints } from '../../../src/contract/calendar/calendar.ts';
import type { historyEndpoints } from '../../../src/contract/history.ts';
import type { EndpointNamesIn } from '../../../src/contract/index.ts';
import type { retentionEndpoints, statisticsEndpoints } from '../../../src/contract/statistics.ts';
import { addDays, addMinutes, startOfWeek, type WallDate } from '../../../src/domain/wall-clock.ts';
import { type Rows, SLOT_MINUTES } from '../rows.ts';
import { aGuest, again, type Call, type Case, numbers, once, ROWS } from './case.ts';

const REASON = 'Salon ne radi.';
const UNDONE = 20; // the number of changes to undo, few enough to finish within ten seconds, before their undo tokens expire

const weekOf = (today: WallDate) => ({ from: startOfWeek(today), to: addDays(startOfWeek(today), 6) });
const ofWeek: Case = ({ today }) => ({ again: { query: weekOf(today) } });
/** Requests the appointments of the last ten years. */
const ofAll: Case = ({ today }) => ({ again: { query: { from: addDays(today, -3650), to: today } } });

const oneBooking = async ({ bookings, client }: Rows) => ({
  id: (await bookings(1, { client_id: client.id }))[0]?.id ?? 0,
});

async function changesToUndo({ places }: Rows, call: Call): Promise<string[]> {
  const made: string[] = [];
  for (const start_datetime of places(UNDONE)) {
    const body = { start_datetime, duration_minutes: SLOT_MINUTES };
    const { undo_token } = (await call('POST /appointments/slot', { query: { undo: '1' }, body })) as {
      undo_token: string;
    };
    made.push(undo_token);
  }
  return made;
}

export const appointmentCases: Record<
  EndpointNamesIn<
    | typeof appointmentEndpoints
    | typeof calendarEndpoints
    | typeof historyEndpoints
    | typeof rhythmEndpoints
    | typeof dueEndpoints
    | typeof retentionEndpoints
    | typeof seriesEndpoints
  >,
  Case
> = {
  'GET /appointments/list': ofWeek,
  'POST /appointments/{id}/deposit': () => ({ again: { params: { id: 1 }, body: { action: 'RECEIVED' } } }),
  'GET /appointments/next': again(),
  'GET /appointments/{id}': async (rows) => ({ again: { params: await oneBooking(rows) } }),
  'GET /appointments/{id}/next': async (rows) => ({ again: { params: await oneBooking(rows) } }),
  'GET /analytics/retention': ofAll,
  'GET /analytics/empty-hours': again(),
  'GET /clients/due': again({ query: { limit: 50 } }),
  'GET /clients/due/results': again(),
  'POST /clients/due/{key}': ({ client }) => ({
    again: { params: { key: `c${client.id}` }, body: { action: 'CONTACTED' } },
  }),
  'GET /appointments/{id}/history': async (rows) => ({ again: { params: await oneBooking(rows) } }),
  'PUT /appointments/{id}': async (rows) => {
    const params = await oneBooking(rows);
    return once(numbers(), (n) => ({ params, body: { notes: `Beleška ${n}` } }));
  },
  'POST /appointments': ({ places }) =>
    once(places(ROWS), (start_datetime) => ({
      body: { start_datetime, duration_minutes: SLOT_MINUTES, ...aGuest() },
    })),
  'POST /appointments/series/preview': ({ places }) => {
    const [start_datetime] = places(1);
    return { again: { body: { ...aGuest(), start_datetime, every_weeks: 3, count: 6 } } };
  },
  'POST /appointments/series': ({ places }) =>
    once(places(ROWS), (start_datetime) => ({
      body: {
        ...aGuest(),
        start_datetime,
        every_weeks: 1,
        count: 2,
        rows: [{ start_datetime }, { skip: 1 }],
      },
    })),
  'DELETE /appointments/{id}': async ({ slots }) => once(await slots(ROWS), ({ id }) => ({ params: { id } })),
  'POST /appointments/{id}/status': async ({ slots }) =>
    once(await slots(ROWS), ({ id }) => ({ params: { id }, body: { status: 'BLOCKED' } })),
  'POST /appointments/{id}/attendance': async ({ db, today }) => {
    const over = await db
      .selectFrom('appointments')
      .select('id')
      .where('status', '=', 'BOOKED')
      .where('day', '<', today)
      .orderBy('id', 'desc')
      .limit(ROWS)
      .execute();
    return once(over, ({ id }, n) => ({ params: { id }, body: { attended: n % 2 } }));
  },
  'POST /appointments/slot': ({ places }) =>
    once(places(ROWS), (start_datetime) => ({ body: { start_datetime, duration_minutes: SLOT_MINUTES } })),
  'POST /appointments/cancel-many': async ({ bookings, client }) =>
    once(await bookings(ROWS, { client_id: client.id }), ({ id }) => ({
      body: { ids: [id], reason: REASON },
    })),
  'GET /appointments/to-call': again(),
  'POST /appointments/called': async (rows) => {
    const { id } = await oneBooking(rows);
    return { again: { body: { ids: [id], called: 1 } } };
  },
  'POST /appointments/bulk': async ({ slots }) =>
    once(await slots(ROWS), ({ id }) => ({ body: { ids: [id], action: 'BLOCK' } })),
  'GET /analytics/calendar': ofWeek,
  'PUT /analytics/appointments/swap': async ({ slots }) => {
    const [a, b] = await slots(2);
    return { again: { body: { a_id: a?.id, b_id: b?.id } } };
  },
  'PUT /analytics/appointments/{id}/move': async ({ slots }) =>
    once(await slots(ROWS), ({ id, end }) => ({
      params: { id },
      body: { start_datetime: end, end_datetime: addMinutes(end, SLOT_MINUTES) },
    })),
  'POST /appointments/undo': async (rows, call) =>
    once(await changesToUndo(rows, call), (undo_token) => ({ body: { undo_token } })),
};

export const statisticsCases: Record<EndpointNamesIn<typeof statisticsEndpoints>, Case> = {
  'GET /analytics/appointments-per-day': ofAll,
  'GET /analytics/revenue-by-service': ofAll,
  'GET /analytics/top-services': ofAll,
  'GET /analytics/top-clients': ofAll,
  'GET /analytics/utilization': ofAll,
  'GET /analytics/revenue-per-day': ofAll,
  'GET /analytics/totals': ofAll,
  'GET /analytics/technicians': ofAll,
};
