import type { bookingEndpoints, guestLinkEndpoints } from '../../../src/contract/booking/booking.ts';
import type { EndpointNamesIn } from '../../../src/contract/index.ts';
import type { waitlistEndpoints } from '../../../src/contract/waitlist.ts';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import type { Rows, Slot } from '../rows.ts';
import { aGuest, again, type Case, numbers, once, ROWS } from './case.ts';

const REASON = 'Ne mogu da dođem.';
const STRIP_DAYS = 14;
const EMPTY_DAY = 350; // days from today to a day that has no slots: the demo's last slot is earlier

export const seen = ({ start, end }: Slot) => ({ seen_start: start, seen_end: end });

/** The range of days that the booking page requests. */
export const stripOf = (today: WallDate) => ({ from: today, to: addDays(today, STRIP_DAYS) });

const ownBookings = ({ bookings, client }: Rows, count: number) => bookings(count, { client_id: client.id });
const oneOwn = async (rows: Rows) => ({ id: (await ownBookings(rows, 1))[0]?.id ?? 0 });
const pairsOf = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one, n) => (others[n] === undefined ? [] : [[one, others[n]] as [A, B]]));

export const bookingCases: Record<EndpointNamesIn<typeof bookingEndpoints>, Case> = {
  'GET /appointments': ({ today }) => ({ again: { query: stripOf(today) } }),
  'GET /appointments/closed': ({ today }) => ({ again: { query: stripOf(today) } }),
  'GET /appointments/empty-days': ({ today }) => ({ again: { query: stripOf(today) } }),
  'POST /appointments/{id}/book': async ({ slots }) =>
    once(await slots(ROWS), (slot) => ({ params: { id: slot.id }, body: { ...seen(slot), ...aGuest() } })),
  'GET /appointments/upcoming': again(),
  'GET /appointments/past': again(),
  'POST /appointments/{id}/guest': async (rows) => {
    const params = await oneOwn(rows);
    return once(numbers(), () => ({ params, body: aGuest() }));
  },
  'POST /appointments/{id}/service': async (rows) => {
    const params = await oneOwn(rows);
    const services = await rows.db.selectFrom('services').select('id').orderBy('id').limit(2).execute();
    return once(numbers(), (n) => ({ params, body: { service_id: services[n % 2]?.id } }));
  },
  'POST /appointments/{id}/cancel': async (rows) =>
    once(await ownBookings(rows, ROWS), ({ id }) => ({ params: { id }, body: { reason: REASON } })),
  'POST /appointments/{id}/reschedule': async (rows) =>
    once(pairsOf(await ownBookings(rows, ROWS), await rows.slots(ROWS)), ([{ id }, to]) => ({
      params: { id },
      body: { to_id: to.id, ...seen(to) },
    })),
};

export const guestLinkCases: Record<EndpointNamesIn<typeof guestLinkEndpoints>, Case> = {
  'POST /guest-link/view': async ({ guestLinks }) => ({ again: { body: (await guestLinks(1))[0] ?? {} } }),
  'POST /guest-link/cancel': async ({ guestLinks }) =>
    once(await guestLinks(ROWS), ({ token }) => ({ body: { token, reason: REASON } })),
  'POST /guest-link/reschedule': async ({ guestLinks, slots }) =>
    once(pairsOf(await guestLinks(ROWS), await slots(ROWS)), ([{ token }, to]) => ({
      body: { token, to_id: to.id, ...seen(to) },
    })),
  'POST /guest-link/calendar': async ({ guestLinks }) => ({
    again: { body: (await guestLinks(1))[0] ?? {} },
  }),
  'GET /appointments/{id}/calendar': async (rows) => ({ again: { params: await oneOwn(rows) } }),
};

/** Adds a waitlist entry for each client. */
async function waits({ db, today, clients }: Rows) {
  const waiting = await clients(ROWS);
  const day = addDays(today, EMPTY_DAY - 1);
  const rows = waiting.map(({ id }) => ({ day, client_id: id, created_at: Date.now() }));
  const ids = await db.insertInto('waitlist_entries').values(rows).returning('id').execute();
  return { day, waiting, ids };
}

export const waitlistCases: Record<EndpointNamesIn<typeof waitlistEndpoints>, Case> = {
  'POST /client-notifications/free-slot': ({ today }) =>
    once(numbers(), () => ({ token: '', body: { date: addDays(today, EMPTY_DAY), ...aGuest() } })),
  'GET /client-notifications/free-slot': again(),
  'DELETE /client-notifications/free-slot': async (rows) => {
    const { day, waiting } = await waits(rows);
    return once(waiting, ({ token }) => ({ token, query: { date: day } }));
  },
  'GET /waitlist': ({ today }) => ({ again: { query: { from: today, to: addDays(today, STRIP_DAYS) } } }),
  'DELETE /waitlist/{id}': async (rows) => once((await waits(rows)).ids, ({ id }) => ({ params: { id } })),
};
