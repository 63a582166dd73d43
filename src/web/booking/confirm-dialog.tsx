import { longServiceHint } from '#domain/booking.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { errorStatus, serverErrors } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { useServiceOptions } from '../lib/query-hooks.ts';
import { useSubmitForm } from '../lib/submit-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, TextAreaField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type Attempt, attemptBooking, type Booked, CONFLICT } from './attempts.ts';
import type { FreeSlot } from './use-free-slots.ts';
import { type Guest, guestFieldsOf } from './use-guest.ts';

const FALLBACK = 'Neuspešna rezervacija.';

export interface ConfirmBookingDialogProps {
  slot: FreeSlot;
  guest: Guest;
  onClose: () => void;
  onBooked: (booked: Booked) => void;
  /** 409: the slot was taken meanwhile. */
  onGone: () => void;
}

function What({ slot, guest }: Pick<ConfirmBookingDialogProps, 'slot' | 'guest'>) {
  const { guest_name, guest_phone } = guestFieldsOf(guest);
  return (
    <div className="mb-5">
      <p className="time-xl">{timeRange(slot.start_datetime, slot.end_datetime)}</p>
      <p className="text-soft">{dayInWordsWithYear(dateOf(slot.start_datetime))}</p>
      {guest_name && <p className="wrap-break-word text-soft">{`za: ${guest_name}, ${guest_phone}`}</p>}
    </div>
  );
}

const LOST_RETRIES = 2;
const RETRY_MS = 700;

/** Books the slot that was seen. */
function useBookingForm({ slot, guest, onBooked, onGone }: Omit<ConfirmBookingDialogProps, 'onClose'>) {
  const invalidate = useInvalidateAppointments();
  const send = ({ key, body }: Attempt) =>
    request('POST /appointments/{id}/book', {
      params: { id: slot.id },
      body,
      headers: { 'idempotency-key': key },
    });
  return useSubmitForm({
    start: { service_id: '', notes: '', guest_email: '' },
    send: ({ service_id, notes, guest_email }) =>
      attemptBooking(
        slot.id,
        {
          service_id: service_id === '' ? null : Number(service_id),
          notes,
          ...guestFieldsOf(guest),
          ...(guest_email.trim() && { guest_email }),
          seen_start: slot.start_datetime,
          seen_end: slot.end_datetime,
        },
        send,
      ),
    // a request without a response is repeated under the same key
    retry: (failures, error) => errorStatus(error) === 0 && failures < LOST_RETRIES,
    retryDelay: RETRY_MS,
    fallback: FALLBACK,
    errors: (error) => {
      if (errorStatus(error) !== CONFLICT) return serverErrors(error, FALLBACK);
      onGone();
      invalidate();
      return null;
    },
    onDone: (booked) => {
      onBooked(booked);
      invalidate();
    },
    isDirty: ({ notes, guest_email }) => (notes + guest_email).trim() !== '',
  });
}

/** The last step: service, note, and it is booked. Its own errors stand inside it. */
export function ConfirmBookingDialog({ onClose, ...booking }: ConfirmBookingDialogProps) {
  const { slot, guest } = booking;
  const services = useServiceOptions();
  const form = useBookingForm(booking);
  const service = services.find(form.values.service_id);
  return (
    <Dialog title="Potvrda rezervacije" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} head={<What slot={slot} guest={guest} />} submit="Potvrdi i rezerviši">
        <SelectField
          {...form.field('service_id')}
          label="Usluga"
          options={services.options}
          hint={longServiceHint(service?.duration_minutes ?? null, slot)}
        />
        <TextAreaField {...form.field('notes')} label="Napomena" hint="Nije obavezno. Vidi je samo salon." />
        {guest.role === 'VISITOR' && (
          <EmailField
            {...form.field('guest_email')}
            hint="Nije obavezno. Na njega šaljemo potvrdu i link za otkazivanje."
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
