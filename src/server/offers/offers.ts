// What free slots offer to clients: whole slots, or with `split_slots` start times within them. docs/spec/behaviour.md §26.1
import { z } from 'zod';
import { appointmentId, technicianId, wallTime } from '#contract/schemas.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { type Offer, offersFor } from '#domain/appointments/service-fit.ts';
import type { AppointmentId, ServiceId, TechnicianId, UserId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { awaitedTechnicians } from '#domain/technicians.ts';
import {
  type OfferingSalon,
  type OpenSlot,
  offerRules,
  type Span,
  splitOffers,
} from '#domain/times/offers.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { sameTimeMessage } from '#domain/wording/notifications.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { offeredServices } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { isStillFree, offeredSlotsOn } from '../slots/slots.ts';
import { activeTechnicians, technicianNamed } from '../technicians/technicians.ts';

/** What the salon's offers depend on, read once for many questions. */
export interface Offering extends OfferingSalon {
  readonly settings: Settings;
  readonly services: Awaited<ReturnType<typeof offeredServices>>;
  readonly technicians: Awaited<ReturnType<typeof activeTechnicians>>;
}

export const offeringOf = async (db: Db | Trx, now: WallTime, settings: Settings): Promise<Offering> => ({
  settings,
  services: await offeredServices(db),
  technicians: await activeTechnicians(db),
  now,
});

/** Services, or the span of a booking. */
export type Work = readonly ServiceId[] | Span;

/** The times that these free slots offer for the work. */
export const offersIn = <Slot extends OpenSlot>(
  free: readonly Slot[],
  offering: Offering,
  work: Work,
): Offer<Slot>[] => {
  const { settings, services } = offering;
  if (settings.split_slots === 1)
    return splitOffers(free, (technician) => offerRules(offering, technician, work));
  const minutes =
    'cleanup' in work ? work.minutes : minutesOfServices(services.filter(({ id }) => work.includes(id)));
  return offersFor(free, { minutes, joins: settings.join_slots === 1 });
};

interface Named {
  readonly start_datetime: WallTime;
  /** null: of any technician. */
  readonly technician_id: TechnicianId | null;
  readonly work: Work;
}

/** True if a start that a message names is still offered. */
async function isOffered(
  db: Db,
  now: WallTime,
  { start_datetime, technician_id, work }: Named,
  settings: Settings,
) {
  const offering = await offeringOf(db, now, settings);
  const technicians = awaitedTechnicians(
    { technician_id },
    'cleanup' in work ? [] : work,
    offering.technicians,
  );
  const free = await offeredSlotsOn(db, [dateOf(start_datetime)], now, settings);
  const theirs = free.filter((slot) => technicians.includes(slot.technician_id));
  return offersIn(theirs, offering, work).some((offer) => offer.start_datetime === start_datetime);
}

/** No setting that decides on offers has a first value in the environment. */
const salonSettings = (db: Db) => currentSettings(db, { firstSettings: {} });

type Freed = Pick<Parameters<typeof isStillFree>[1], 'id' | 'start'> & { readonly client_id: UserId | null };

/** True if the time of which a client on the waitlist is told is still offered: with `split_slots` for the services that the client waits for. A message may be sent hours after it was queued. */
export async function isStillOffered(
  db: Db,
  now: WallTime,
  { client_id, ...freed }: Freed,
): Promise<boolean> {
  const settings = await salonSettings(db);
  const { start } = freed;
  if (settings.split_slots === 0 || start === null) return isStillFree(db, freed);
  const entry = db
    .selectFrom('waitlist_entries')
    .where('day', '=', dateOf(start))
    .where('client_id', '=', client_id);
  const wait = await entry.select(['id', 'technician_id']).executeTakeFirst();
  const services = await entry
    .innerJoin('waitlist_services', 'entry_id', 'waitlist_entries.id')
    .select('service_id')
    .execute();
  const work = services.map(({ service_id }) => service_id);
  return isOffered(
    db,
    now,
    { start_datetime: start, technician_id: wait?.technician_id ?? null, work },
    settings,
  );
}

/** The query of the booking page that names a freed time: its slot, or with `split_slots` day, start and technician. docs/spec/behaviour.md §26.1 */
export async function queryOfFreed(
  db: Db,
  { id, start_datetime }: { readonly id: AppointmentId | null; readonly start_datetime: WallTime },
): Promise<string> {
  const day = `dan=${dateOf(start_datetime)}`;
  if ((await salonSettings(db)).split_slots === 0 || id === null) return `${day}&slot=${id}`;
  const { technician_id } = await technicianNamed(db, { id });
  return [
    day,
    `vreme=${clockOf(start_datetime)}`,
    ...(technician_id ? [`radnica=${technician_id}`] : []),
  ].join('&');
}

/** The free time that a reminder offers. Queued mails and pushes contain this value, so that the worker can check whether the time is still free. */
export const offeredTime = z.object({
  slot_id: appointmentId,
  start_datetime: wallTime,
  weeks: z.int(),
  technician_id: technicianId.optional(),
  span: z.object({ minutes: z.int().nullable(), cleanup: z.int() }).optional(),
});
export type OfferedTime = z.infer<typeof offeredTime>;

/** The sentence that offers a time; no sentence if the time is no longer free. docs/spec/behaviour.md §20.1 */
export async function offerInWords(
  db: Db,
  offer: OfferedTime | null | undefined,
  now: WallTime,
): Promise<string[]> {
  if (!offer) return [];
  const { slot_id, start_datetime, technician_id, span } = offer;
  const settings = await salonSettings(db);
  const isFree =
    settings.split_slots === 1 && technician_id && span
      ? await isOffered(db, now, { start_datetime, technician_id, work: span }, settings)
      : await isStillFree(db, { id: slot_id, start: start_datetime });
  return isFree ? [sameTimeMessage(offer, dateOf(now))] : [];
}
