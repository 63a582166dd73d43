import type { ReactNode } from 'react';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { editedAppointment } from '#domain/appointments/edit.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { sumText } from '#domain/wording/services.ts';
import { freeRow, SAME_NUMBER_THEN } from '../../lib/appointment/appointments.ts';
import type { Technician } from '../../lib/queries/technicians.ts';
import { useTechnicians } from '../../technicians/technicians.tsx';
import { DialogActions, FormButtons } from '../../ui/form.tsx';
import { Warning } from '../../ui/warning.tsx';
import { ChangedMeanwhile } from '../changed-meanwhile.tsx';
import { NotificationPreview } from '../notification-preview.tsx';
import { shownLines } from './rows.tsx';
import type { AppointmentFormState, EditProps } from './use-appointment-form.ts';
import { patchOf, UNSAVED_ID } from './values.ts';

/** The appointment before and after saving, with names; null if nothing has changed, nobody can be notified, or the values are invalid. */
function rowsOf(
  { row, values, fields, times, base, client, known, now }: AppointmentFormState,
  technicians: readonly Technician[],
) {
  if (fields === null || times === null) return null;
  if (row && Object.keys(patchOf(row, values)).length === 0) return null;
  // the owner cannot notify a guest without a phone
  if (!row && fields.guest_name !== null && fields.guest_phone === null) return null;
  const after = row ? editedAppointment(row, fields, dateOf(now)) : fields;
  if (typeof after === 'string') return null;
  const isSameService = row && after.client_id === row.client_id && values.service_ids === base.service_ids;
  const ofClient = after.client_id === null ? null : client;
  return {
    before: row ?? freeRow(UNSAVED_ID, times),
    after: {
      ...after,
      client_name: ofClient?.name ?? null,
      client_phone: ofClient?.phone ?? null,
      technician_name: technicians.find(({ id }) => id === after.technician_id)?.name,
      service_name: isSameService
        ? row.service_name
        : namesOf(known.linesOf(serviceIdsIn(values.service_ids))),
    },
  };
}

/** Shows concurrent changes by other users, and the notifications that saving will send. */
export function Preview({ edit }: EditProps) {
  const technicians = useTechnicians();
  const rows = edit.isEditing ? rowsOf(edit, technicians) : null;
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {edit.changes && <ChangedMeanwhile changes={edit.changes} />}
      {edit.isEditing && edit.isTwice && <Warning>{SAME_NUMBER_THEN}</Warning>}
      {rows && (
        <NotificationPreview {...rows} now={edit.now} nobody="Niko ne dobija obaveštenje o ovoj izmeni." />
      )}
    </div>
  );
}

const ACTS: Partial<Record<AppointmentStatus, string>> = { BOOKED: 'Upiši', BLOCKED: 'Blokiraj' };
const ACTS_IN_COLUMNS = { ...ACTS, AVAILABLE: 'Otvori' };

interface EditFootProps extends EditProps {
  onGiveUp?: () => void;
  isBlocked?: boolean;
}

/** The buttons 'Odustani' and 'Sačuvaj'; the button of what is new names the time: 'Upiši, sre 18. nov u 16:30'. */
export function EditFoot({ edit, onGiveUp, isBlocked }: EditFootProps) {
  const { values, times, now } = edit;
  const acts = edit.isOfAll ? ACTS_IN_COLUMNS : ACTS;
  const act = edit.isForming && (edit.isNew || values.status === 'BOOKED') && acts[values.status];
  const start = act && times?.start_datetime;
  const booking = start && (
    <span>
      {`${act}, ${shortDay(dateOf(start), dateOf(now))} u ${clockOf(start)}`}
      <span className="sr-only">, sačuvaj</span>
    </span>
  );
  return (
    <Foot>
      {edit.isOfAll && (
        <p className="mr-auto min-w-0 flex-1 self-center wrap-break-word text-soft">
          {isBlocked ? 'Izaberite za koga je termin.' : <Summary edit={edit} />}
        </p>
      )}
      <FormButtons onGiveUp={onGiveUp} submit={booking || undefined} isBlocked={isBlocked} />
    </Foot>
  );
}

/** What the button books: person, services, technician and price. */
function Summary({ edit }: EditProps) {
  const { values, client } = edit;
  const technicians = useTechnicians();
  const lines = shownLines(edit);
  const technician = technicians.find(({ id }) => String(id) === values.technician_id);
  const facts = [
    namesOf(lines),
    values.start && technician && ofTechnician(technician.name),
    lines.length > 0 && sumText(lines),
  ].filter(Boolean);
  return (
    <>
      <b className="font-semibold text-ink">{client?.name ?? values.guest_name}</b>
      {facts.map((fact) => ` · ${fact}`)}
    </>
  );
}

/** A bar with buttons that stays visible at the lower edge. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="grow" />
      <DialogActions>{children}</DialogActions>
    </>
  );
}
