import { useMutation } from '@tanstack/react-query';
import type { Appointment } from '#contract/appointments.ts';
import type { AppointmentFields } from '#domain/appointment-edit.ts';
import { minutesBetween } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { errorCode } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { savingErrors } from './edit-errors.ts';
import { patchOf } from './edit-values.ts';
import { currentAppointment } from './queries.ts';
import type { EditForm } from './use-edit-form.ts';

/** Saves the row; the token takes back all that was made of it, null where people were told at once. */
export type OnSaved = (row: Appointment, undoToken: string | null) => void;
type Saved = readonly [row: Appointment, undoToken: string | null];

async function addSlot({ start_datetime, end_datetime }: AppointmentFields, undo?: '1') {
  const { undo_token, ...slot } = await request('POST /appointments/slot', {
    query: { undo },
    body: { start_datetime, duration_minutes: minutesBetween(start_datetime, end_datetime) },
  });
  return [slot, undo_token] as const;
}

const edit = (row: Appointment, asked: AppointmentFields): Promise<Appointment> =>
  request('PUT /appointments/{id}', {
    params: { id: row.id },
    body: { ...patchOf(row, asked), version: row.version },
  });

/** A new one is a slot first and who comes is an edit of it: should that fail, the slot stands and the form goes on with it. */
async function save({ row, isNew, made }: EditForm, asked: AppointmentFields): Promise<Saved> {
  if (!isNew) return [await edit(row, asked), null];
  const { start_datetime, end_datetime } = asked;
  const isSlotOnly = Object.keys(patchOf({ ...row, start_datetime, end_datetime }, asked)).length === 0;
  if (isSlotOnly) return addSlot(asked, '1');
  const [slot] = await addSlot(asked);
  made(slot);
  return [await edit(slot, asked), null];
}

/** Saves the form; who was overtaken is shown what changed and keeps what was typed. */
export function useSave(form: EditForm, onSaved: OnSaved) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (asked: AppointmentFields) => save(form, asked),
    onSuccess: (saved) => onSaved(...saved),
    onError: async (error) => {
      if (errorCode(error) !== 'appointment_changed') {
        form.form.refuse(savingErrors(error, form.form.values));
        return;
      }
      const theirs = await currentAppointment(form.row.id).catch(() => null);
      if (theirs) form.rebase(theirs);
      else form.form.refuse(savingErrors(error, form.form.values));
    },
    onSettled: changed,
  });
}
