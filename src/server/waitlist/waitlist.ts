import { sql } from 'kysely';
import { z } from 'zod';
import { language, serviceId, technicianId, userId, wallDate } from '#contract/schemas.ts';
import { startRefusal } from '#domain/clients/request-until.ts';
import type { ServiceId, TechnicianId, UserId, WaitId } from '#domain/ids.ts';
import { factsOf } from '#domain/notifications.ts';
import { awaitedTechnicians } from '#domain/technicians.ts';
import { daysThatGained, daysThatOpened } from '#domain/waitlist.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import {
  immediately,
  type NotificationTiming,
  notifyAdmin,
  notifyClient,
} from '../notifications/notifications.ts';
import { type Offering, offeringOf, offersIn } from '../offers/offers.ts';
import { countedNetworks } from '../platform/auth/counted-acts.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { lockDays } from '../platform/db/transaction.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { type OfferedSlot, offeredSlotsOn } from '../slots/slots.ts';

/** A waitlist entry that a booking has deleted, as an undo step stores it. */
export const endedWait = z.object({
  day: wallDate,
  client_id: userId.nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  guest_number: z.string().nullable(),
  created_at: z.int(),
  joiner_network: z.string().nullable(),
  language: language.nullable(),
  technician_id: technicianId.nullable(),
  service_ids: z.array(serviceId).readonly(),
});
type EndedWait = z.infer<typeof endedWait>;
const { service_ids: _, ...STORED } = endedWait.shape;
const STORED_COLUMNS = Object.keys(STORED) as (keyof typeof STORED)[];

type OfPerson = { day: WallDate; client_id?: UserId; guest_number?: string };
const waitsOf = compiledOnce<{ id: WaitId }, OfPerson>((trx, { day, ...person }) =>
  trx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('day', '=', day)
    .where(({ and }) => and(person)),
);

/** Deletes and returns the waitlist entries of the booking's client or guest for the booking's day. docs/spec/behaviour.md §5.15 */
export async function endWait(
  trx: Trx,
  { client_id, guest_number, day }: Pick<AppointmentRow, 'client_id' | 'guest_number' | 'day'>,
): Promise<EndedWait[]> {
  const ofClient = client_id === null ? [] : await waitsOf(trx, { day, client_id });
  const ofGuest = guest_number === null ? [] : await waitsOf(trx, { day, guest_number });
  const ids = [...ofClient, ...ofGuest].map(({ id }) => id);
  if (ids.length === 0) return [];
  const services = await servicesOfWaits(trx, ids); // deleting an entry deletes its services
  const ended = await trx
    .deleteFrom('waitlist_entries')
    .where('id', 'in', ids)
    .returning(['id', ...STORED_COLUMNS])
    .execute();
  return ended.map(({ id, ...wait }) => ({
    ...wait,
    service_ids: services(id).map((service) => service.id),
  }));
}

/** Restores entries that a booking deleted. Clears their service or technician if it is gone. Skips people who joined again. */
export async function restoreWaits(trx: Trx, ended: readonly EndedWait[]): Promise<void> {
  for (const { service_ids, ...wait } of ended) {
    const restored = await trx
      .insertInto('waitlist_entries')
      .values(({ selectFrom }) => ({
        ...wait,
        technician_id: selectFrom('technicians')
          .select('technicians.id')
          .where('technicians.id', '=', wait.technician_id)
          .where('is_active', '=', 1),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!restored) continue;
    const left = await trx.selectFrom('services').select('id').where('id', 'in', service_ids).execute();
    const ids = service_ids.filter((id) => left.some((service) => service.id === id));
    await addWaitServices(trx, restored.id, ids);
  }
}

/** Adds the services of an entry that has none. */
export async function addWaitServices(trx: Trx, entry_id: WaitId, ids: readonly ServiceId[]): Promise<void> {
  const rows = ids.map((service_id, n) => ({ entry_id, service_id, position: n + 1 }));
  if (rows.length > 0) await trx.insertInto('waitlist_services').values(rows).execute();
}

/** Returns a function that finds the services of one of these entries, in their order. */
export async function servicesOfWaits(db: Db | Trx, ids: readonly WaitId[]) {
  const rows = await db
    .selectFrom('waitlist_services')
    .innerJoin('services', 'services.id', 'waitlist_services.service_id')
    .select(['entry_id', 'services.id'])
    .where('entry_id', 'in', ids)
    .orderBy('waitlist_services.position')
    .execute();
  const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id);
  return (id: WaitId) => byEntry.get(id) ?? [];
}

type ServingContext = Pick<RequestContext, 'now' | 'config'> & {
  /** The user who causes the change. 'LUNULA': a background job. */
  readonly user: RequestContext['user'] | 'LUNULA';
};
export interface ServeOptions {
  /** When the notifications become visible; default: at once. */
  readonly timing?: NotificationTiming;
  /** Notifies only people who joined the waitlist since this time. After an undo, people who joined earlier already know the restored slot. */
  readonly joinedSinceMs?: number;
}

/** Runs `change`, then notifies entries whose day had no suitable slot before but has one now. Locks the days. docs/spec/behaviour.md §5.15 */
export async function servingWaitlists<T>(
  trx: Trx,
  context: ServingContext,
  days: readonly WallDate[],
  change: () => Promise<T>,
  options: ServeOptions = {},
): Promise<T> {
  const { now, user, config } = context;
  const concerned = [...new Set(days)];
  await lockDays(trx, concerned);
  const settings = await currentSettings(trx, config);
  const before = await offeredSlotsOn(trx, concerned, now.wall, settings);
  const result = await change();
  const after = await offeredSlotsOn(trx, concerned, now.wall, settings);
  const gained = daysThatGained(before, after);
  if (gained.length === 0) return result;
  const isOwners = user === 'LUNULA' || isStaff(user);
  const timing = { ...(options.timing ?? immediately(now)), isLimited: !isOwners };
  const waiting = await waitingFor(trx, gained, options.joinedSinceMs ?? 0);
  if (waiting.length === 0) return result;
  const timeFor = timesThatOpened(await offeringOf(trx, now.wall, settings), { before, after });
  for (const wait of waiting) {
    const time = timeFor(wait);
    if (time) await serve(trx, wait, time, { ...context, timing });
  }
  return result;
}

interface FreeSlots {
  readonly before: readonly OfferedSlot[];
  readonly after: readonly OfferedSlot[];
}

/** True for a slot of one of these technicians. */
export const isOfOne =
  (technicians: readonly TechnicianId[]) =>
  ({ technician_id }: Pick<AppointmentRow, 'technician_id'>): boolean =>
    technicians.includes(technician_id);

/** Returns a function that finds the newly free time for a waitlist entry. */
function timesThatOpened(offering: Offering, { before, after }: FreeSlots) {
  const { settings, technicians, now } = offering;
  const opened = new Map<string, ReadonlyMap<WallDate, AppointmentRow>>();
  return (wait: Waiting): AppointmentRow | undefined => {
    const isGuest = wait.client_id === null; // the owner calls guests at once, whatever the notice
    const key = `${wait.ids} ${isGuest} ${wait.technician_id}`;
    const known = opened.get(key);
    if (known) return known.get(wait.day);
    const isTheirs = isOfOne(awaitedTechnicians(wait, wait.ids, technicians));
    const offersAmong = (free: readonly OfferedSlot[]) =>
      waitlistOffers(free.filter(isTheirs), offering, wait.ids).filter(
        ({ start_datetime }) => isGuest || !startRefusal(now, start_datetime, settings),
      );
    const days = daysThatOpened(offersAmong(before), offersAmong(after));
    const found = new Map(
      days.map(({ date, offer: { start_datetime, end_datetime, slots } }) => [
        date,
        { ...slots[0].row, start_datetime, end_datetime },
      ]),
    );
    opened.set(key, found);
    return found.get(wait.day);
  };
}

/** The times for a waitlist entry. Whole slots may be too short for the services unless the salon requires long enough ones. docs/spec/behaviour.md §5.15 */
export function waitlistOffers(
  free: readonly OfferedSlot[],
  offering: Offering,
  services: readonly ServiceId[],
) {
  const { split_slots, service_fit } = offering.settings;
  const isOfAnyLength = split_slots === 0 && service_fit !== 'require';
  return offersIn(free, offering, isOfAnyLength ? [] : services).filter(({ isTooShort }) => !isTooShort);
}

/** Notifies the client of a free slot; for a guest's entry notifies the owner. The entry stays on the waitlist. */
async function serve(
  trx: Trx,
  { client_id, guest_name, guest_phone, joiner_network }: Waiting,
  time: AppointmentRow,
  { now, config, timing }: ServingContext & { readonly timing: NotificationTiming },
): Promise<void> {
  if (client_id === null) {
    const guest = { guest_name, guest_phone, networks: countedNetworks(config, [joiner_network]) };
    await notifyAdmin(trx, { type: 'FREE_SLOT_GUEST', ...timing, ...guest, appointment: time });
    return;
  }
  const facts = factsOf({ ...time, service_name: null }, dateOf(now.wall));
  await notifyClient(trx, { client_id, type: 'FREE_SLOT_AVAILABLE', facts }, time, timing);
}

type Waiting = Awaited<ReturnType<typeof waitingFor>>[number];

/** Selects entries with their services, ordered by day and time of joining. */
async function waitingFor(trx: Trx, days: readonly WallDate[], joinedSinceMs: number) {
  const waits = await trx
    .selectFrom('waitlist_entries')
    .leftJoin('users', 'users.id', 'waitlist_entries.client_id')
    .select([
      'waitlist_entries.id',
      'day',
      'client_id',
      'guest_name',
      'guest_phone',
      'joiner_network',
      'technician_id',
    ])
    .where('day', 'in', days)
    .where('waitlist_entries.created_at', '>=', joinedSinceMs)
    .where(({ eb, or }) => or([eb('client_id', 'is', null), eb('users.active', '=', 1)]))
    .orderBy('day')
    .orderBy('waitlist_entries.id')
    .execute();
  if (waits.length === 0) return [];
  const services = await servicesOfWaits(
    trx,
    waits.map(({ id }) => id),
  );
  return waits.map(({ id, ...wait }) => ({ ...wait, ids: services(id).map((service) => service.id) }));
}

export const deleteOutdatedWaits: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'waitlist_entries', sql<boolean>`day < ${dateOf(now.wall)}`);
};
