import { APPOINTMENT_STATUSES, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import {
  NAME_MAX_CHARACTERS,
  NOTES_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
  REASON_MAX_CHARACTERS,
  SLOT_RANGE_YEARS,
} from '#domain/limits.ts';
import { clockOf, isSunday, isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { type ListedService, useServiceOptions } from '../lib/appointment/appointments.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { DurationField } from '../ui/date-time/duration-field.tsx';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ClientPicker } from './client-picker.tsx';
import { DELETED_SERVICE, fieldsOf, hasDeletedService } from './edit-values.ts';
import { StatusDot } from './status-chip.tsx';
import type { EditForm } from './use-edit-form.ts';

/** The counter shows only near the limit. */
const NOTES_COUNTED_FROM = 800;
const STATUSES = APPOINTMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

/** Length, date and start; the end is shown while they are typed. */
export function TimeFields({ edit: { form, setDuration }, today }: { edit: EditForm; today: WallDate }) {
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

const nameAndPrice = ({ name, price }: ListedService) => `${name}, ${priceText(price)}`;

/** With the row's own service where the price list no longer has it. */
function useRowServiceOptions({ row }: EditForm) {
  const { options, find } = useServiceOptions(nameAndPrice);
  const value = String(row.service_id);
  const deleted = { value: DELETED_SERVICE, label: `${row.service_name} (više nije u ponudi)` };
  const isUnlisted = row.service_id !== null && !find(value);
  return {
    find,
    options: [
      ...options.slice(0, 1),
      ...(hasDeletedService(row) ? [deleted] : []),
      ...options.slice(1),
      ...(isUnlisted ? [{ value, label: row.service_name ?? '' }] : []),
    ],
  };
}

/** The service. */
export function ServiceField({ edit, isFixed }: { edit: EditForm; isFixed: boolean }) {
  const { find, options } = useRowServiceOptions(edit);
  const { values, field } = edit.form;
  const chosen = find(values.service_id);
  const fields = fieldsOf(values);
  return (
    <SelectField
      {...field('service_id')}
      onChange={edit.setService}
      label="Usluga"
      options={options}
      hint={chosen && fields && longServiceHint(chosen.duration_minutes, fields)}
      disabled={isFixed}
      className="max-md:col-span-full md:col-span-2"
    />
  );
}

/** What this visit costs; only a booking has a price. */
export function PriceField({ edit: { form, setPrice } }: { edit: EditForm }) {
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
export function StatusField({ edit }: { edit: EditForm }) {
  const { form, isEmptied } = edit;
  return (
    <SelectField
      {...form.field('status')}
      onChange={edit.setStatus}
      label="Status"
      options={STATUSES}
      before={<StatusDot status={form.values.status} />}
      hint={isEmptied && 'Klijent, gost, usluga i napomena se uklanjaju sa termina.'}
      className="max-md:col-span-full"
    />
  );
}

/** The client and the guest; those of a cancelled one stay as they were. */
export function PersonFields({ edit, isFixed }: { edit: EditForm; isFixed: boolean }) {
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
export function TextFields({ edit: { form, setNotes } }: { edit: EditForm }) {
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
