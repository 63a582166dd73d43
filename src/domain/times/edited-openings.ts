/** The openings after the salon has edited an appointment. docs/spec/behaviour.md §26.2 */
import type { AppointmentStatus } from '../appointments/appointments.ts';
import { isSamePlace } from '../appointments/reschedule.ts';
import { areSameTimes, overlaps, type Times, type TimesOfTechnician } from '../appointments/slots.ts';
import type { TechnicianId } from '../ids.ts';
import { type Holder, offeredAgain, reopened, resized, withdrawn, withOpening, without } from './openings.ts';

export type EditedRow = TimesOfTechnician & { readonly status: AppointmentStatus };

/** An opening of a technician, with the note of its free slots. */
type Noted = TimesOfTechnician & { readonly notes: string | null };

interface Changed<Opening extends Noted> {
  readonly technician_id: TechnicianId;
  readonly openings: readonly Opening[];
  /** What was held before the edit and is held by nobody after it. */
  readonly freed: readonly Times[];
  readonly held: readonly Holder[];
}

export interface Offering {
  /** Whether a time that is given up is offered again; undefined: inside one opening with `split_slots`. */
  readonly offersAgain: boolean | undefined;
  readonly isSplit: boolean;
}

type Edited = readonly [before: EditedRow, after: EditedRow & { readonly notes: string | null }];

const isFreeOf = (technician: TechnicianId, { status, technician_id }: EditedRow): boolean =>
  status === 'AVAILABLE' && technician_id === technician;
const isHeld = ({ status }: EditedRow): boolean => status === 'BOOKED' || status === 'BLOCKED';
const isHeldOf = (technician: TechnicianId, row: EditedRow): boolean =>
  isHeld(row) && row.technician_id === technician;
const isWithin = (row: EditedRow, opening: Noted): boolean =>
  row.technician_id === opening.technician_id &&
  opening.start_datetime <= row.start_datetime &&
  row.end_datetime <= opening.end_datetime;

/** A free slot was moved, resized or got another note. */
function movedSlot<Opening extends Noted>(openings: readonly Opening[], [before, after]: Edited) {
  const opening = openings.find((one) => overlaps(one, before));
  if (!opening) return withOpening(openings, after);
  if (!areSameTimes(before, after)) return resized(openings, { ...before, opening }, after);
  return openings.map((one) => (one === opening ? { ...one, notes: after.notes } : one));
}

/** A row has become a free slot. */
function freedRow<Opening extends Noted>(
  changed: Changed<Opening>,
  rows: Edited,
): readonly (Opening | Times)[] {
  const { openings, freed, technician_id, held } = changed;
  const [before, after] = rows;
  if (isFreeOf(technician_id, before)) return movedSlot(openings, rows);
  return isHeldOf(technician_id, before) && isSamePlace(before, after)
    ? reopened(openings, after, held)
    : withOpening(withdrawn(openings, freed), after);
}

/** The openings of a technician after an edit. Without `offer_again`, a time that is given up is withdrawn. */
export function editedOpenings<Opening extends Noted>(
  changed: Changed<Opening>,
  rows: Edited,
  offering: Offering,
): readonly (Opening | Times)[] {
  const { openings, freed, technician_id } = changed;
  const [before, after] = rows;
  if (isFreeOf(technician_id, after)) return freedRow(changed, rows);
  if (isFreeOf(technician_id, before)) {
    if (offering.isSplit && isHeld(after)) return openings; // what it leaves of the free time stays free
    const kept = isHeldOf(technician_id, after) ? [after] : [];
    return withdrawn(openings, without(before, kept));
  }
  if (isHeldOf(technician_id, after) && isSamePlace(before, after)) return openings; // only its services changed
  const isInside = (opening: Opening) => isWithin(before, opening) && isWithin(after, opening);
  const staysInside = after.status !== 'CANCELLED' && openings.some(isInside);
  const { offersAgain = offering.isSplit && staysInside } = offering;
  return offersAgain ? offeredAgain(openings, freed) : withdrawn(openings, freed);
}
