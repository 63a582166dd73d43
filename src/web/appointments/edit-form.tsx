import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { Service } from '#contract/services.ts';
import { APPOINTMENT_STATUSES, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { editedAppointment } from '#domain/appointments/edit.ts';
import { longServiceHint } from '#domain/booking.ts';
import {
  NAME_MAX_CHARACTERS,
  NOTES_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
  REASON_MAX_CHARACTERS,
  SLOT_RANGE_YEARS,
} from '#domain/limits.ts';
import {
  clockOf,
  dateOf,
  isSunday,
  isWallDate,
  type WallDate,
  type WallTime,
  yearsFrom,
} from '#domain/wall-clock.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { ServiceField } from '../booking/service-select.tsx';
import { useServices } from '../lib/queries/queries.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { DurationField } from '../ui/date-time/duration-field.tsx';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { ClientPicker } from './client-picker.tsx';
import {
  DELETED_SERVICE,
  fieldsOf,
  hasDeletedService,
  patchOf,
  pricePatchOf,
  removesDeletedService,
} from './edit-values.ts';
import { ChangeNotificationPreview } from './notification-preview.tsx';
import { StatusDot } from './status-chip.tsx';
import { type EditFormState, useEditForm } from './use-edit-form.ts';

/** The counter shows only near the limit. */
const NOTES_COUNTED_FROM = 800;
const STATUSES = APPOINTMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

/** Length, date and start; the end is shown while they are typed. */
function TimeFields({ edit: { form, setDuration }, today }: { edit: EditFormState; today: WallDate }) {
  const { values, field } = form;
  const fields = fieldsOf(values);
  return (
    <>
      <DurationField
        {...field('duration')}
        onChange={setDuration}
        hint={fields && `Kraj u ${clockOf(fields.end_datetime)}`}
      />
      <DayField
        {...field('date')}
        label="Datum"
        min={yearsFrom(today, -SLOT_RANGE_YEARS)}
        max={yearsFrom(today, SLOT_RANGE_YEARS)}
        hint={
          isWallDate(values.date) &&
          isSunday(values.date) &&
          'Klijentkinje ne vide slobodne termine nedeljom.'
        }
        required
      />
      <TimeField {...field('start')} label="Početak" required />
    </>
  );
}

const nameAndPrice = ({ name, price }: Service) => `${name}, ${priceText(price)}`;

/** The service; also the row's own, where the price list no longer has it. */
function RowServiceField({ edit, isFixed }: { edit: EditFormState; isFixed: boolean }) {
  const { data: services = [] } = useServices();
  const { values, field } = edit.form;
  const { service_id, service_name } = edit.row;
  const own = hasDeletedService(edit.row)
    ? { value: DELETED_SERVICE, label: `${service_name} (više nije u ponudi)` }
    : service_id !== null && { value: String(service_id), label: service_name ?? '' };
  const chosen = services.find(({ id }) => String(id) === values.service_id);
  const fields = fieldsOf(values);
  return (
    <ServiceField
      {...field('service_id')}
      onChange={edit.setService}
      labelOf={nameAndPrice}
      own={own}
      hint={chosen && fields && longServiceHint(chosen.duration_minutes, fields)}
      disabled={isFixed}
      className="max-md:col-span-full md:col-span-2"
    />
  );
}

/** What this visit costs; only a booking has a price. */
function PriceField({ edit: { form, setPrice } }: { edit: EditFormState }) {
  return (
    <TextField
      {...form.field('service_price')}
      onChange={setPrice}
      label="Cena (din)"
      inputMode="decimal"
      autoComplete="off"
      disabled={form.values.status !== 'BOOKED'}
      inputClassName="tabular-nums"
    />
  );
}

/** The status. */
function StatusField({ edit }: { edit: EditFormState }) {
  const { form, isEmptied } = edit;
  return (
    <SelectField
      {...form.field('status')}
      onChange={edit.setStatus}
      label="Status"
      options={STATUSES}
      before={<StatusDot status={form.values.status} />}
      hint={isEmptied && 'Klijentkinja ili gošća, usluga i napomena uklanjaju se sa termina.'}
      className="max-md:col-span-full"
    />
  );
}

/** The client and the guest; those of a cancelled one stay as they were. */
function PersonFields({ edit, isFixed }: { edit: EditFormState; isFixed: boolean }) {
  const { field } = edit.form;
  return (
    <>
      <ClientPicker
        chosen={edit.client}
        onChoose={edit.setClient}
        disabled={isFixed}
        error={field('client_id').error}
        className="max-md:col-span-full md:col-span-2"
      />
      <TextField
        {...field('guest_name')}
        onChange={edit.setGuestName}
        label="Ime gosta"
        placeholder="Nije upisan"
        autoComplete="off"
        maxLength={NAME_MAX_CHARACTERS}
        disabled={isFixed}
        className="max-md:col-span-full md:col-span-2"
      />
      <TextField
        {...field('guest_phone')}
        onChange={edit.setGuestPhone}
        label="Telefon gosta"
        placeholder="Nije upisan"
        type="tel"
        autoComplete="off"
        maxLength={PHONE_MAX_CHARACTERS}
        disabled={isFixed}
        className="max-md:col-span-full"
      />
    </>
  );
}

/** The note, and why it was cancelled. */
function TextFields({ edit: { form, setNotes } }: { edit: EditFormState }) {
  return (
    <>
      {form.values.status === 'CANCELLED' && (
        <TextAreaField
          {...form.field('cancel_reason')}
          label="Razlog otkazivanja"
          maxCharacters={REASON_MAX_CHARACTERS}
          className="col-span-full"
        />
      )}
      <TextAreaField
        {...form.field('notes')}
        onChange={setNotes}
        label="Napomena"
        {...(form.values.notes.length > NOTES_COUNTED_FROM && { maxCharacters: NOTES_MAX_CHARACTERS })}
        className="col-span-full"
      />
    </>
  );
}

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
function useRowAfter({ form: { values }, row, client }: EditFormState, now: WallTime) {
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
        <RowServiceField edit={edit} isFixed={isFixed} />
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
        <FormButtons onGiveUp={onGiveUp} />
      </DialogActions>
    </Form>
  );
}
