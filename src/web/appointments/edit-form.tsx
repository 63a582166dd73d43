import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { editedAppointment } from '#domain/appointments/edit.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { useServices } from '../lib/queries/queries.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import {
  PersonFields,
  PriceField,
  ServiceField,
  StatusField,
  TextFields,
  TimeFields,
} from './edit-fields.tsx';
import { fieldsOf, patchOf, pricePatchOf, removesDeletedService } from './edit-values.ts';
import { ChangeNotificationPreview } from './notification-preview.tsx';
import { type EditForm as Edit, useEditForm } from './use-edit-form.ts';

export interface EditFormProps {
  /** The row as it was when editing began. */
  start: Appointment;
  now: WallTime;
  onSaved: (row: Appointment) => void;
  /** By default the dialog closes, after asking where something was typed. */
  onGiveUp?: () => void;
  /** Above the buttons: what else can be done with it. */
  others?: ReactNode;
}

/** The row as saving would leave it, with its names; null while there is nothing to save or it would be refused. */
function useRowAfter({ form: { values }, row, client }: Edit, now: WallTime) {
  const { data: services = [] } = useServices();
  const fields = fieldsOf(values);
  if (fields === null) return null;
  const isServiceRemoved = removesDeletedService(row, values);
  const patch = { ...patchOf(row, fields), ...pricePatchOf(row, values) };
  if (Object.keys(patch).length === 0 && !isServiceRemoved) return null;
  const outcome = editedAppointment(row, fields, dateOf(now));
  if (typeof outcome === 'string') return null;
  const { after } = outcome;
  const service = services.find(({ id }) => id === after.service_id)?.name;
  const isSameService = after.service_id === row.service_id && !isServiceRemoved;
  return {
    ...after,
    client_name: after.client_id === null ? null : (client?.name ?? null),
    client_phone: after.client_id === null ? null : (client?.phone ?? null),
    service_name: isSameService ? row.service_name : (service ?? null),
  };
}

/** Everything of an appointment, to be changed; says before saving who is notified. */
export function EditForm({ start, now, onSaved, onGiveUp, others }: EditFormProps) {
  const today = dateOf(now);
  const edit = useEditForm({ start, today, onSaved });
  const { form, row, changes } = edit;
  const after = useRowAfter(edit, now);
  const isFixed = form.values.status === 'CANCELLED';
  return (
    <Form form={form}>
      <div className="grid gap-4 max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] md:grid-cols-[repeat(auto-fit,minmax(max(10rem,28%),1fr))]">
        <ServiceField edit={edit} isFixed={isFixed} />
        <PriceField edit={edit} />
        <TimeFields edit={edit} today={today} />
        <StatusField edit={edit} />
        <PersonFields edit={edit} isFixed={isFixed} />
        <TextFields edit={edit} />
      </div>
      <div className="mt-4 grid gap-3 empty:hidden">
        {changes && <ChangedMeanwhile changes={changes} />}
        {after && <ChangeNotificationPreview before={row} after={after} now={now} />}
        <FormAlert />
      </div>
      {others}
      <DialogActions>
        <FormButtons onGiveUp={onGiveUp} giveUp="Odustani" />
      </DialogActions>
    </Form>
  );
}
