import { noShowRefusal } from '#domain/appointments/attendance.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import { type Limit, roomFrom } from '#domain/caller-limits.ts';
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
import { minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { noShowsOf } from '../clients/clients.ts';
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
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { lockPhone } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { partsOf } from './joined-slots.ts';
import { lockClients } from './locks.ts';

/** Booking limits, counted under locks. docs/spec/behaviour.md §4.4, §5.4 and §5.22 */

type OfPerson = { now: WallTime; client_id?: UserId; guest_phone_digits?: string | null };
const countActive = compiledOnce<{ count: number }, OfPerson>((db, { now, ...person }) =>
  db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'BOOKED')
    .where('series_id', 'is', null)
    .where('end_datetime', '>', now)
    .where(({ and }) => and({ client_id: null, ...person })),
);

/** Refuses a person who has missed too many appointments. Call it after `lockBooker`. docs/spec/behaviour.md §5.22 */
export async function assertFewNoShows(
  trx: Trx,
  { now }: Pick<RequestContext, 'now'>,
  person: Person,
  { no_show_limit }: Pick<Settings, 'no_show_limit'>,
): Promise<void> {
  if (no_show_limit === 0) return;
  refuseIf(noShowRefusal(await noShowsOf(trx, person, now.wall), no_show_limit));
}

/** Locks the client's row or the guest's phone; call it before locking slots. Refuses deactivated clients who book for themselves. */
export async function lockBooker(
  trx: Trx,
  { user }: Pick<RequestContext, 'user'>,
  { client_id }: Person,
  digits: string | null,
): Promise<void> {
  if (client_id !== null && isStaff(user)) {
    if (!(await lockClients(trx, [client_id])).get(client_id)) refuse('unknown_client');
  } else if (client_id !== null) await lockActiveUser(trx, client_id);
  else if (digits !== null) await lockPhone(trx, digits);
}

/** Refuses a booking above the limit of active bookings per client, or per guest's phone. Call it after `lockBooker`. docs/spec/behaviour.md §5.4 */
export async function assertWithinLimit(
  trx: Trx,
  { client_id }: Person,
  digits: string | null,
  { now, most }: { readonly now: WallTime; readonly most: number },
): Promise<void> {
  const person = client_id === null ? { guest_phone_digits: digits } : { client_id };
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
  if (!config.rateLimit || slotCount <= slotsOf(booking)) return;
  const networks = { request: booking.booker_network, registration: booking.account_network };
  const isGuests = booking.client_id === null;
  await assertFewActive(trx, now, { networks, isGuests, slotCount, movedId: booking.id });
}

const slotsOf = (row: Times & Pick<AppointmentRow, 'joined_slots'>) => partsOf(row, row.joined_slots).length;

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
      .selectFrom('appointments')
      .select(['id', 'client_id', 'start_datetime', 'end_datetime', 'joined_slots'])
      .where(({ or, eb }) => or([eb('booker_network', '=', network), eb('account_network', '=', network)]))
      .where('status', '=', 'BOOKED')
      .where('end_datetime', '>', wall)
      .orderBy('end_datetime')
      .limit(MAX_NETWORK_ACTIVE_SLOTS + 1)
      .execute();
    const others = rows.filter(({ id }) => id !== movedId).map((row) => ({ ...row, slots: slotsOf(row) }));
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
  { id }: Pick<AppointmentRow, 'id'>,
  act: 'service' | 'guest',
): Promise<void> {
  if (!config.rateLimit || isStaff(user)) return;
  await countActs(trx, [{ subject: `booking:${id}`, act, limits: MAX_OWN_CHANGES }], { now });
}
