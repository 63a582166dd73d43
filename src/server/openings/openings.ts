// Free slots are derived: what bookings and blocks leave of the openings of a technician. docs/spec/behaviour.md §26
import { z } from 'zod';
import { technicianId, wallTime } from '#contract/schemas.ts';
import type { Times, TimesOfTechnician } from '#domain/appointments/slots.ts';
import { areSameTimes, overlaps, slotsGivingWay } from '#domain/appointments/slots.ts';
import { type AppointmentId, type OpeningId, type TechnicianId, toId } from '#domain/ids.ts';
import { type OpenSlot, spanOf } from '#domain/times/offers.ts';
import {
  derivation,
  type FreePart,
  freedGround,
  freeParts,
  type Holder,
  offeredAgain,
  withdrawn,
} from '#domain/times/openings.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import type { HistoryAction } from '#domain/wording/history.ts';
import { type Author, recordChanges } from '../history/history.ts';
import { addAppointment, updateAppointment, withBookings } from '../platform/db/appointments.ts';
import { appointmentRow, batchesOf, PLAIN_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { lockRows, retryTransaction } from '../platform/db/transaction.ts';

const storedOpening = z.object({
  id: z.int().transform(toId<OpeningId>),
  technician_id: technicianId,
  start_datetime: wallTime,
  end_datetime: wallTime,
  notes: z.string().nullable(),
});
export type Opening = z.output<typeof storedOpening>;
const OPENING_COLUMNS = storedOpening.keyof().options;

/** What a change did to the openings and free slots, as an undo step stores it. */
export const derivedChanges = z.object({
  openings: z.array(z.object({ before: storedOpening.nullable(), after: storedOpening.nullable() })),
  slots: z.array(z.object({ before: appointmentRow.nullable(), after: appointmentRow.nullable() })),
});
export type DerivedChanges = z.output<typeof derivedChanges>;

/** An opening that stays, or a new one with or without a note. */
type Planned = Opening | (Times & { readonly id?: undefined; readonly notes?: string | null });

interface Changed {
  readonly technician_id: TechnicianId;
  readonly openings: readonly Opening[];
  /** What a booking or block has held before the change, and nobody holds after it. */
  readonly freed: readonly Times[];
  /** Who holds ground after the change. */
  readonly held: readonly Holder[];
}

/** Decides which openings a technician has after a change. */
export type Plan = (changed: Changed) => readonly Planned[];

/** The openings stay as they are. */
export const asTheyAre: Plan = ({ openings }) => openings;

/** What the change has freed is offered again. */
export const offerAgain: Plan = ({ openings, freed }) => offeredAgain(openings, freed);

/** What the change has freed is not offered any more. */
export const withdraw: Plan = ({ openings, freed }) => withdrawn(openings, freed);

/** The live rows of technicians' days. */
export type Ground = readonly AppointmentRow[];

interface Options {
  readonly plan: Plan;
  /** The rows that the caller changes and records itself. A free one of them keeps its id. */
  readonly own?: readonly AppointmentId[];
  /** The free slots of an undone change, which come back with their ids. */
  readonly former?: readonly AppointmentRow[];
  /** What the history says of a new slot, and of other changes of slots. */
  readonly actions?: { readonly added: HistoryAction; readonly changed?: HistoryAction };
}

/** A time that has begun is not offered again. */
export const againIfAhead = (now: WallTime, { start_datetime }: Times): Plan =>
  start_datetime > now ? offerAgain : withdraw;

/** Gives a new opening the note of its free slot. */
export const withNotes = (
  planned: readonly Planned[],
  slot: Times & { readonly notes: string | null },
): readonly Planned[] =>
  planned.map((one) => (one.id === undefined && overlaps(one, slot) ? { ...one, notes: slot.notes } : one));

/** Runs a change of bookings, blocks and openings, then derives the free slots of these technicians' days. The caller has locked the days. */
export async function derivingSlots<T>(
  trx: Trx,
  author: Author,
  places: readonly TimesOfTechnician[],
  change: (ground: Ground) => Promise<T>,
  options: Options,
) {
  const before = await groundOf(trx, places);
  const result = await change(before);
  const after = await groundOf(trx, places);
  const derived: DerivedChanges = { openings: [], slots: [] };
  for (const technician_id of new Set(places.map((place) => place.technician_id))) {
    const isHers = (row: AppointmentRow) => row.technician_id === technician_id;
    const openings = await openingsOn(trx, technician_id, places.map(dayOf));
    const held = after.filter(isHers).filter(isHolder).map(holderOf);
    const freed = freedGround(openings, before.filter(isHers).filter(isHolder).map(holderOf), held);
    const planned = options.plan({ technician_id, openings, freed, held });
    const saved = await saveOpenings(trx, technician_id, openings, planned);
    derived.openings.push(...saved.changes);
    const parts = freeParts(saved.openings, held);
    await saveSlots(trx, author, after.filter(isHers).filter(isFree), { parts, technician_id, ...options });
  }
  const slots = await slotChanges(trx, before, places, options.own ?? []);
  derived.slots.push(...slots);
  const { added = 'created', changed } = options.actions ?? {};
  await recordChanges(
    trx,
    author,
    'appointment',
    slots.map((slot) => {
      const action = slot.before === null ? added : changed;
      return { ...slot, ...(action && { action }) };
    }),
  );
  return { result, derived };
}

const dayOf = ({ start_datetime }: Times): WallDate => dateOf(start_datetime);
const isFree = ({ status }: AppointmentRow): boolean => status === 'AVAILABLE';
const isHolder = ({ status }: AppointmentRow): boolean => status === 'BOOKED' || status === 'BLOCKED';

const holderOf = ({ start_datetime, end_datetime, services }: AppointmentRow): Holder => ({
  start_datetime,
  end_datetime,
  ...spanOf(services),
});

const liveRows = (trx: Db | Trx, places: readonly TimesOfTechnician[]) =>
  trx
    .selectFrom('appointments')
    .select(PLAIN_COLUMNS)
    .where('day', 'in', [...new Set(places.map(dayOf))])
    .where('technician_id', 'in', [...new Set(places.map(({ technician_id }) => technician_id))])
    .where('status', '<>', 'CANCELLED')
    .orderBy('id');

/** The live rows of the technicians' days, without locks: who changes slots locks them with `lockSame`. */
const groundOf = async (trx: Db | Trx, places: readonly TimesOfTechnician[]): Promise<AppointmentRow[]> =>
  withBookings(trx, await liveRows(trx, places).execute());

/** Locks the live rows of the technicians' days, so that no booking takes a slot meanwhile. */
export const lockGround = async (trx: Trx, places: readonly TimesOfTechnician[]) =>
  void (await liveRows(trx, places).$call(lockRows(trx)).execute());

/** Locks slots that will change. Repeats the transaction if one was booked since it was read: that takes no lock of the day. */
export async function lockSame(trx: Trx, slots: readonly AppointmentRow[]): Promise<void> {
  if (slots.length === 0) return;
  const locked = await trx
    .selectFrom('appointments')
    .select(['id', 'version'])
    .where(
      'id',
      'in',
      slots.map(({ id }) => id),
    )
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();
  const isSame = slots.every(({ id, version }) =>
    locked.some((row) => row.id === id && row.version === version),
  );
  if (!isSame) retryTransaction('a free slot');
}

const openingsOn = (trx: Db | Trx, technician: TechnicianId, days: readonly WallDate[]): Promise<Opening[]> =>
  trx
    .selectFrom('openings')
    .select(OPENING_COLUMNS)
    .where('technician_id', '=', technician)
    .where('day', 'in', [...new Set(days)])
    .orderBy('start_datetime')
    .execute();

/** Saves the openings of a technician. A new one inside an earlier one takes over its note. */
async function saveOpenings(
  trx: Trx,
  technician_id: TechnicianId,
  before: readonly Opening[],
  planned: readonly Planned[],
) {
  const stays = (opening: Opening) =>
    planned.some(({ id, notes }) => id === opening.id && notes === opening.notes);
  const gone = before.filter((opening) => !stays(opening));
  if (gone.length > 0)
    await trx
      .deleteFrom('openings')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  const openings: Opening[] = before.filter(stays);
  const changes: DerivedChanges['openings'] = gone.map((opening) => ({ before: opening, after: null }));
  const isNew = ({ id }: Planned) => !openings.some((opening) => opening.id === id);
  const rows = planned.filter(isNew).map(({ id, start_datetime, end_datetime, notes }) => {
    const source = gone.find((opening) => overlaps(opening, { start_datetime, end_datetime }));
    const columns = { technician_id, start_datetime, end_datetime, notes: notes ?? source?.notes ?? null };
    return { ...columns, ...(id !== undefined && { id }) };
  });
  for (const batch of batchesOf(rows)) {
    const added = await trx.insertInto('openings').values(batch).returning(OPENING_COLUMNS).execute();
    openings.push(...added);
    changes.push(...added.map((after) => ({ before: null, after })));
  }
  return { openings, changes };
}

type Part = FreePart<Opening>;
interface Derived extends Options {
  readonly parts: readonly Part[];
  readonly technician_id: TechnicianId;
}

/** Makes the stored free slots of a technician those parts. */
async function saveSlots(
  trx: Trx,
  author: Author,
  stored: readonly AppointmentRow[],
  { parts, technician_id, own = [], former = [] }: Derived,
): Promise<void> {
  const isOwn = ({ id }: AppointmentRow) => own.includes(id);
  const rows = [...stored.filter(isOwn), ...stored.filter((row) => !isOwn(row))];
  const { returned, again, left, open } = formerSlots(former, rows, parts);
  const { kept, changed, added, gone } = derivation(left, open);
  const noteOf = (row: AppointmentRow) => open.find((part) => areSameTimes(part, row))?.opening.notes ?? null;
  const renoted = kept.filter((row) => noteOf(row) !== row.notes);
  await lockSame(trx, [...gone, ...[...returned, ...changed].map(({ row }) => row), ...renoted]);
  await deleteSlots(trx, gone);
  await placeSlots(trx, [...returned, ...changed]);
  for (const row of renoted) await updateAppointment(trx, row, { notes: noteOf(row) });
  const columns = { technician_id, status: 'AVAILABLE', created_at: author.now.ms } as const;
  for (const batch of batchesOf(added))
    await trx
      .insertInto('appointments')
      .values(batch.map((part) => ({ ...columns, ...columnsOf(part) })))
      .execute();
  for (const { row, to } of again) {
    const { id, created_at, version } = row;
    await addAppointment(trx, { ...columns, ...columnsOf(to), id, created_at, version: version + 1 });
  }
}

const columnsOf = ({ start_datetime, end_datetime, opening }: Part) => ({
  start_datetime,
  end_datetime,
  notes: opening.notes,
});

interface Placed {
  readonly row: AppointmentRow;
  readonly to: Part;
}

/** Which parts the slots of an undone change become again: they still exist, or are inserted with their ids. The other slots and parts are left. */
function formerSlots(
  former: readonly AppointmentRow[],
  rows: readonly AppointmentRow[],
  parts: readonly Part[],
) {
  const returned: Placed[] = [];
  const again: Placed[] = [];
  for (const slot of former) {
    const to = parts.find((part) => areSameTimes(part, slot));
    const row = rows.find(({ id }) => id === slot.id);
    if (to && row && !areSameTimes(row, slot)) returned.push({ row, to });
    if (to && !row && !rows.some((other) => areSameTimes(other, slot))) again.push({ row: slot, to });
  }
  const isPlaced = (part: Part) => [...returned, ...again].some(({ to }) => to === part);
  const left = rows.filter((row) => !returned.some((placed) => placed.row === row));
  return { returned, again, left, open: parts.filter((part) => !isPlaced(part)) };
}

async function deleteSlots(trx: Trx, rows: readonly AppointmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .deleteFrom('appointments')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

/** Moves slots to their parts. All shrink first, so that they never overlap. */
async function placeSlots(trx: Trx, placed: readonly Placed[]): Promise<void> {
  for (const { row, to } of placed.length > 1 ? placed : []) {
    const [, start_datetime = to.start_datetime] = [row.start_datetime, to.start_datetime].sort();
    const [end_datetime = to.end_datetime] = [row.end_datetime, to.end_datetime].sort();
    if (start_datetime < end_datetime)
      await trx
        .updateTable('appointments')
        .set({ start_datetime, end_datetime })
        .where('id', '=', row.id)
        .execute();
  }
  for (const { row, to } of placed) await updateAppointment(trx, row, columnsOf(to));
}

/** A free time with what its opening holds. `rows`: the free slots within it, where no booking that is left out is. */
export interface OpenSlotOf extends OpenSlot, TimesOfTechnician {
  readonly technician_id: TechnicianId;
  readonly rows: Ground;
}

/** The free slots of technicians' days, as if the booking `leftOut` were not there, in order of start. */
export async function openSlotsOn(
  db: Db | Trx,
  places: readonly TimesOfTechnician[],
  leftOut?: AppointmentId,
): Promise<OpenSlotOf[]> {
  if (places.length === 0) return [];
  const rows = (await groundOf(db, places)).filter(({ id }) => id !== leftOut);
  const found: OpenSlotOf[] = [];
  for (const technician_id of new Set(places.map((place) => place.technician_id))) {
    const hers = rows.filter((row) => row.technician_id === technician_id);
    const openings = await openingsOn(db, technician_id, places.map(dayOf));
    for (const { opening, ...times } of freeParts(openings, hers.filter(isHolder).map(holderOf))) {
      const booked = hers.filter((row) => row.status === 'BOOKED' && overlaps(row, opening));
      const next = booked.map(({ start_datetime }) => start_datetime).sort();
      found.push({
        ...times,
        technician_id,
        rows: hers.filter((row) => isFree(row) && overlaps(row, times)),
        opening_start: opening.start_datetime,
        opening_end: opening.end_datetime,
        next_booked: next.find((start) => start >= times.end_datetime) ?? null,
        is_used: booked.length > 0 ? 1 : 0,
      });
    }
  }
  return found.sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
}

/** The free slots that have changed, except the caller's own rows. */
async function slotChanges(
  trx: Trx,
  before: Ground,
  places: readonly TimesOfTechnician[],
  own: readonly AppointmentId[],
): Promise<DerivedChanges['slots']> {
  const slots = await liveRows(trx, places).where('status', '=', 'AVAILABLE').execute();
  const after = await withBookings(trx, slots);
  const was = new Map(before.filter(isFree).map((row) => [row.id, row]));
  const is = new Map(after.map((row) => [row.id, row]));
  const gone = [...was.values()].filter(({ id }) => !is.has(id)).map((row) => ({ before: row, after: null }));
  const changed = after.flatMap((row) => {
    const slot = was.get(row.id) ?? null;
    return slot?.version === row.version ? [] : [{ before: slot, after: row }];
  });
  return [...gone, ...changed].filter((one) => !own.includes((one.before ?? one.after)?.id as AppointmentId));
}

/** Takes the free slots of this ground out of the way of a booking or block. They are derived again after the change. */
export async function clearGround(
  trx: Trx,
  ground: Ground,
  planned: TimesOfTechnician,
  own?: AppointmentId,
): Promise<void> {
  const slots = ground.filter(
    (row) => isFree(row) && row.id !== own && row.technician_id === planned.technician_id,
  );
  const giving = slotsGivingWay(planned, slots);
  await lockSame(
    trx,
    giving.map(({ slot }) => slot),
  );
  for (const { slot, left } of giving) {
    const [first] = left;
    if (first)
      await trx
        .updateTable('appointments')
        .set(({ eb }) => ({
          start_datetime: first.start_datetime,
          end_datetime: first.end_datetime,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', slot.id)
        .execute();
    else await deleteSlots(trx, [slot]);
  }
}
