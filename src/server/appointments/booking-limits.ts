import { type ExpressionBuilder, sql } from 'kysely';
import { type Limit, roomFrom } from '#domain/accounts/caller-limits.ts';
import { noShowRefusal } from '#domain/appointments/attendance.ts';
import { twiceRefusal } from '#domain/appointments/requests.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import type { Person } from '#domain/clients/booked-person.ts';
import type { AppointmentId, UserId } from '#domain/ids.ts';
import {
  MAX_CLIENT_CANCELLATIONS,
  MAX_NETWORK_ACTIVE_SLOTS,
  MAX_NETWORK_BOOKINGS,
  MAX_NETWORK_CANCELLATIONS,
  MAX_OWN_CHANGES,
  MAX_VISITOR_ACTIVE_SLOTS,
  MAX_VISITOR_BOOKINGS,
  MAX_VISITOR_CANCELLATIONS,
} from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { appointmentsOf, noShowsOf } from '../figures/figures.ts';
import {
  type CallerContext,
  type CallerNetworks,
  type CountedAct,
  countActs,
  hashesOf,
  lockNetworks,
  refuseForNow,
} from '../platform/auth/counted-acts.ts';
import { isStaff, lockActiveUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { isCallOnly } from '../platform/db/people.ts';
import type { AppointmentRow, Schema, Trx } from '../platform/db/schema.ts';
import { lockPhone } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { lockClients } from './locks.ts';

/** Booking limits, counted under locks. docs/spec/behaviour.md §4.4, §5.4 and §5.22 */

type OfPerson = { now: WallTime; client_id?: UserId; guest_number?: string };
const countActive = compiledOnce<{ count: number }, OfPerson>((db, { now, ...person }) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', 'is', null)
    .where(({ and }) => and(person))
    // a subquery with a value keeps PostgreSQL from scanning all appointments
    .where(
      sql<boolean>`coalesce((select status = 'BOOKED' and end_datetime > ${now} from appointments
        where appointments.booking_id = bookings.id), false)`,
    ),
);

/** Refuses a person whom only the salon books, or who has missed too many appointments. Call it after `lockBooker`. docs/spec/behaviour.md §5.22 and §28.2 */
export async function assertNeedNotCall(
  trx: Trx,
  { now }: Pick<RequestContext, 'now'>,
  person: Person,
  { no_show_limit }: Pick<Settings, 'no_show_limit'>,
): Promise<void> {
  if (await isCallOnly(trx, person)) refuse('call_salon');
  if (no_show_limit === 0) return;
  refuseIf(noShowRefusal(await noShowsOf(trx, person, now.wall), no_show_limit));
}

/** Refuses a client who already comes at this time, unless she books for somebody else. docs/spec/behaviour.md §28.2 */
export async function assertNotTwice(
  trx: Trx,
  { client_id, guest_name }: Pick<Person, 'client_id' | 'guest_name'>,
  wanted: Times,
  movedId?: AppointmentId,
): Promise<void> {
  if (client_id === null || guest_name !== null) return;
  const booked = await appointmentsOf(trx, client_id)
    .select(['appointments.id', 'start_datetime', 'end_datetime'])
    .where('guest_name', 'is', null)
    .where('status', '=', 'BOOKED')
    .where('day', '=', dateOf(wanted.start_datetime))
    .execute();
  refuseIf(
    twiceRefusal(
      wanted,
      booked.filter(({ id }) => id !== movedId),
    ),
  );
}

/** Locks the client's row and the guest's number; call it before locking slots. Refuses deactivated clients who book for themselves. */
export async function lockBooker(
  trx: Trx,
  { user }: Pick<RequestContext, 'user'>,
  { client_id }: Person,
  number: string | null,
): Promise<void> {
  if (client_id !== null && isStaff(user)) {
    if (!(await lockClients(trx, [client_id])).get(client_id)) refuse('unknown_client');
  } else if (client_id !== null) await lockActiveUser(trx, client_id);
  if (number !== null) await lockPhone(trx, number);
}

/** Refuses a booking above the limit of active bookings per client, or per guest's phone. Call it after `lockBooker`. docs/spec/behaviour.md §5.4 */
export async function assertWithinLimit(
  trx: Trx,
  { client_id }: Person,
  guest_number: string | null,
  { now, most }: { readonly now: WallTime; readonly most: number },
): Promise<void> {
  if (client_id === null && guest_number === null) return;
  const person = client_id === null ? { guest_number: guest_number ?? '' } : { client_id };
  const { count } = (await countActive(trx, { now, ...person })).reduce((row) => row);
  refuseIf(bookingLimitRefusal(count, most), most);
}

/** Returns what to count for each IP network: a guest's action for the limits `visitors` and `all`, a new account's action only for `all`. */
const actsOfNetworks = (
  { user }: CallerContext,
  networks: CallerNetworks,
  act: string,
  { visitors, all, count = 1 }: { visitors: readonly Limit[]; all: readonly Limit[]; count?: number },
): CountedAct[] =>
  hashesOf(networks).flatMap((subject) => [
    ...(user === null ? [{ subject, act, limits: visitors, count }] : []),
    { subject, act: `${act} of network`, limits: all, count },
  ]);

/** Limits an IP network's bookings, and its booked slots that have not ended. docs/spec/behaviour.md §4.4 */
export async function countBooking(
  trx: Trx,
  context: CallerContext,
  networks: CallerNetworks,
  slotCount: number,
): Promise<void> {
  const { config, user, now } = context;
  if (!config.rateLimit) return;
  await assertFewActive(trx, now, { networks, isGuests: user === null, slotCount });
  const limits = { visitors: MAX_VISITOR_BOOKINGS, all: MAX_NETWORK_BOOKINGS, count: slotCount };
  await countActs(trx, actsOfNetworks(context, networks, 'booking', limits), context);
}

/** Limits the slots of a moved booking, so that moving to a longer time does not evade the limit. Call it after locking the IP networks. */
export async function assertFewAfterMove(
  trx: Trx,
  { config, now }: CallerContext,
  booking: AppointmentRow,
  slotCount: number,
): Promise<void> {
  if (!config.rateLimit || slotCount === 1) return;
  const { slots } = await trx
    .selectFrom('appointments')
    .select(slotCountOf)
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow();
  if (slotCount <= slots) return;
  const networks = { request: booking.booker_network, registration: booking.account_network };
  const isGuests = booking.client_id === null;
  await assertFewActive(trx, now, { networks, isGuests, slotCount, movedId: booking.id });
}

/** SQL for the number of openings that a booking takes; 0 outside all. */
const slotCountOf = ({ selectFrom }: ExpressionBuilder<Schema, 'appointments'>) =>
  selectFrom('openings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('openings.technician_id', '=', 'appointments.technician_id')
    .whereRef('openings.day', '=', 'appointments.day')
    .whereRef('openings.start_datetime', '<', 'appointments.end_datetime')
    .whereRef('openings.end_datetime', '>', 'appointments.start_datetime')
    .$asScalar()
    .$notNull()
    .as('slots');

interface AskedSlots {
  readonly networks: CallerNetworks;
  readonly isGuests: boolean;
  readonly slotCount: number;
  readonly movedId?: AppointmentId;
}

async function assertFewActive(
  trx: Trx,
  { wall }: Now,
  { networks, isGuests, slotCount: count, movedId }: AskedSlots,
): Promise<void> {
  for (const network of hashesOf(networks)) {
    const rows = await trx
      .selectFrom('bookings')
      .innerJoin('appointments', 'booking_id', 'bookings.id')
      .select(['appointments.id', 'client_id', 'start_datetime', 'end_datetime'])
      .select(slotCountOf)
      .where(({ or, eb }) => or([eb('booker_network', '=', network), eb('account_network', '=', network)]))
      .where('status', '=', 'BOOKED')
      .where('end_datetime', '>', wall)
      .orderBy('end_datetime')
      .limit(MAX_NETWORK_ACTIVE_SLOTS + 1)
      .execute();
    const others = rows
      .filter(({ id }) => id !== movedId)
      .map((row) => ({ ...row, slots: Math.max(1, row.slots) }));
    const ofGuests = others.filter(({ client_id }) => client_id === null);
    const until = [
      roomFrom(others, { count, most: MAX_NETWORK_ACTIVE_SLOTS }),
      isGuests ? roomFrom(ofGuests, { count, most: MAX_VISITOR_ACTIVE_SLOTS }) : undefined,
    ].reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a));
    if (until !== undefined) refuseForNow(minutesBetween(wall, until) * 60);
  }
}

/** Limits cancellations and moves. Locks and returns the caller's IP networks; call it before locking days. docs/spec/behaviour.md §4.4 */
export async function countCancellation(
  trx: Trx,
  context: CallerContext,
  row?: Pick<AppointmentRow, 'booker_network' | 'account_network'>,
): Promise<CallerNetworks> {
  const { config, user } = context;
  const networks = await lockNetworks(trx, context, row && [row.booker_network, row.account_network]);
  if (!config.rateLimit || isStaff(user)) return networks;
  const limits = { visitors: MAX_VISITOR_CANCELLATIONS, all: MAX_NETWORK_CANCELLATIONS };
  const ofClient = user && {
    subject: `client:${user.id}`,
    act: 'cancellation',
    limits: MAX_CLIENT_CANCELLATIONS,
  };
  const ofNetworks = actsOfNetworks(context, networks, 'cancellation', limits);
  await countActs(trx, ofClient ? [ofClient, ...ofNetworks] : ofNetworks, context);
  return networks;
}

/** Limits how often a client changes the service or guest of a booking. The caller has locked the row. docs/spec/behaviour.md §4.4 */
export async function countOwnChange(
  trx: Trx,
  { config, user, now }: Pick<CallerContext, 'config' | 'user' | 'now'>,
  { booking_id }: Pick<AppointmentRow, 'booking_id'>,
  act: 'service' | 'guest',
): Promise<void> {
  if (!config.rateLimit || isStaff(user)) return;
  await countActs(trx, [{ subject: `own booking:${booking_id}`, act, limits: MAX_OWN_CHANGES }], { now });
}
