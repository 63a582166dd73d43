import { sql } from 'kysely';
import { z } from 'zod';
import { serviceId, technicianId, userId, wallDate } from '#contract/schemas.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import type { ServiceId, TechnicianId, UserId } from '#domain/ids.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { awaitedTechnicians } from '#domain/technicians.ts';
import { daysThatGained, daysThatOpened, waitlistFit } from '#domain/waitlist.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { freeSlotMessage } from '#domain/wording/notifications.ts';
import {
  immediately,
  type NotificationTiming,
  notifyAdmin,
  notifyClient,
} from '../notifications/notifications.ts';
import { countedNetworks } from '../platform/auth/counted-acts.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { lockDays } from '../platform/db/transaction.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { freeSlotsOn } from '../slots/slots.ts';
import { activeTechnicians } from '../technicians/technicians.ts';

/** A waitlist entry that a booking has deleted, as an undo step stores it. */
export const endedWait = z.object({
  day: wallDate,
  client_id: userId.nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  guest_phone_digits: z.string().nullable(),
  created_at: z.int(),
  joiner_network: z.string().nullable().default(null),
  service_id: serviceId.nullable().default(null),
  service_ids: z.string().nullable().default(null),
  technician_id: technicianId.nullable().default(null),
});
type EndedWait = z.infer<typeof endedWait>;

type OfPerson = { day: WallDate; client_id?: UserId; guest_phone_digits?: string };
const endedWaits = compiledOnce<EndedWait, OfPerson>((trx, { day, ...person }) =>
  trx
    .deleteFrom('waitlist_entries')
    .where('day', '=', day)
    .where(({ and }) => and(person))
    .returning(endedWait.keyof().options),
);

/** Deletes and returns the waitlist entries of the booking's client or guest for the booking's day. docs/spec/behaviour.md §5.15 */
export async function endWait(trx: Trx, { client_id, guest_phone_digits, day }: AppointmentRow) {
  const ofClient = client_id === null ? [] : await endedWaits(trx, { day, client_id });
  const ofGuest = guest_phone_digits === null ? [] : await endedWaits(trx, { day, guest_phone_digits });
  return [...ofClient, ...ofGuest];
}

/** Restores entries that a booking deleted. Clears their service or technician if it is gone. Skips people who joined again. */
export async function restoreWaits(trx: Trx, ended: readonly EndedWait[]): Promise<void> {
  for (const wait of ended)
    await trx
      .insertInto('waitlist_entries')
      .values(({ selectFrom }) => ({
        ...wait,
        service_id: selectFrom('services').select('services.id').where('services.id', '=', wait.service_id),
        technician_id: selectFrom('technicians')
          .select('technicians.id')
          .where('technicians.id', '=', wait.technician_id)
          .where('is_active', '=', 1),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
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
  const { now, user } = context;
  const concerned = [...new Set(days)];
  await lockDays(trx, concerned);
  const before = await freeSlotsOn(trx, concerned, now.wall);
  const result = await change();
  const after = await freeSlotsOn(trx, concerned, now.wall);
  const gained = daysThatGained(before, after);
  if (gained.length === 0) return result;
  const isOwners = user === 'LUNULA' || isStaff(user);
  const timing = { ...(options.timing ?? immediately(now)), isLimited: !isOwners };
  const waiting = await waitingFor(trx, gained, options.joinedSinceMs ?? 0);
  const timeFor = await timesThatOpened(trx, context, waiting, { before, after });
  for (const wait of waiting) {
    const time = timeFor(wait);
    if (time) await serve(trx, wait, time, { ...context, timing });
  }
  return result;
}

interface FreeSlots {
  readonly before: readonly AppointmentRow[];
  readonly after: readonly AppointmentRow[];
}

/** True for a slot of one of these technicians. */
export const isOfOne =
  (technicians: readonly TechnicianId[]) =>
  ({ technician_id }: Pick<AppointmentRow, 'technician_id'>): boolean =>
    technicians.includes(technician_id);

/** Returns a function that finds the newly free time for a waitlist entry. */
async function timesThatOpened(
  trx: Trx,
  { config }: ServingContext,
  waiting: readonly Waiting[],
  { before, after }: FreeSlots,
): Promise<(wait: Waiting) => AppointmentRow | undefined> {
  const isForService = waiting.some(({ duration_minutes }) => duration_minutes !== null);
  const settings = isForService ? await currentSettings(trx, config) : DEFAULT_SETTINGS;
  const active = waiting.length === 0 ? [] : await activeTechnicians(trx);
  const opened = new Map<string, ReadonlyMap<WallDate, AppointmentRow>>();
  return (wait) => {
    const technicians = awaitedTechnicians(wait, wait.ids, active);
    const key = `${wait.duration_minutes} ${technicians}`;
    const known = opened.get(key);
    if (known) return known.get(wait.day);
    const rules = waitlistFit(wait.duration_minutes, settings);
    const isTheirs = isOfOne(technicians);
    const days = daysThatOpened(before.filter(isTheirs), after.filter(isTheirs), rules);
    const found = new Map(days.map(({ date, slot }) => [date, slot]));
    opened.set(key, found);
    return found.get(wait.day);
  };
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
  const message = freeSlotMessage(time, dateOf(now.wall));
  await notifyClient(trx, { client_id, type: 'FREE_SLOT_AVAILABLE', message }, time, timing);
}

type Waiting = Awaited<ReturnType<typeof waitingFor>>[number];

/** Selects entries with their services that still exist and the total length of these, ordered by day and time of joining. */
async function waitingFor(trx: Trx, days: readonly WallDate[], joinedSinceMs: number) {
  const rows = await trx
    .selectFrom('waitlist_entries')
    .leftJoin('users', 'users.id', 'waitlist_entries.client_id')
    .select([
      'day',
      'client_id',
      'guest_name',
      'guest_phone',
      'joiner_network',
      'technician_id',
      'service_id',
      'service_ids',
    ])
    .where('day', 'in', days)
    .where('waitlist_entries.created_at', '>=', joinedSinceMs)
    .where(({ eb, or }) => or([eb('client_id', 'is', null), eb('users.active', '=', 1)]))
    .orderBy('day')
    .orderBy('waitlist_entries.id')
    .execute();
  const waits = rows.map(({ service_id, service_ids, ...wait }) => ({
    ...wait,
    ids: waitedServices({ service_id, service_ids }),
  }));
  const ids = [...new Set(waits.flatMap((wait) => wait.ids))];
  const services =
    ids.length === 0
      ? []
      : await trx.selectFrom('services').select(['id', 'duration_minutes']).where('id', 'in', ids).execute();
  return waits.map((wait) => {
    const own = services.filter(({ id }) => wait.ids.includes(id)); // without deleted services, which have no row
    return { ...wait, ids: own.map(({ id }) => id), duration_minutes: minutesOfServices(own) };
  });
}

type WaitColumns = Pick<EndedWait, 'service_id' | 'service_ids'>;

/** The columns of an entry's services. `service_ids` is set only for several services, because an older release knows only one. */
export const waitColumns = (ids: readonly ServiceId[]): WaitColumns => ({
  service_id: ids[0] ?? null,
  service_ids: ids.length > 1 ? JSON.stringify(ids) : null,
});

/** The services of an entry. Ignores `service_ids` if an older release has changed `service_id` since. (A deleted service also sets `service_id` to null.) */
export function waitedServices({ service_id, service_ids }: WaitColumns): readonly ServiceId[] {
  const several = service_ids === null ? undefined : readJson(z.array(serviceId), service_ids);
  if (several && (service_id === null || several[0] === service_id)) return several;
  return service_id === null ? [] : [service_id];
}

export const deleteOutdatedWaits: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'waitlist_entries', sql<boolean>`day < ${dateOf(now.wall)}`);
};
