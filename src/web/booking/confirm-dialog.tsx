import type { FormEvent } from 'react';
import { longServiceHint } from '#domain/booking.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { serverErrors } from '../lib/errors.ts';
import { useServiceOptions } from '../lib/query-hooks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { EmailField, TextAreaField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useForm } from '../ui/use-form.ts';
import type { Booked } from './attempts.ts';
import { useBook } from './use-book.ts';
import type { FreeSlot } from './use-free-slots.ts';
import { type Guest, guestFieldsOf } from './use-guest.ts';

const FALLBACK = 'Neuspešna rezervacija.';

export interface ConfirmBookingDialogProps {
  slot: FreeSlot;
  guest: Guest;
  onClose: () => void;
  onBooked: (booked: Booked) => void;
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

/** The last step: service, note, and it is booked. Its own errors stand inside it. */
export function ConfirmBookingDialog({ slot, guest, onClose, onBooked, onGone }: ConfirmBookingDialogProps) {
  const services = useServiceOptions();
  const form = useForm({ service_id: '', notes: '', guest_email: '' });
  const onRefused = (error: unknown) => form.refuse(serverErrors(error, FALLBACK));
  const book = useBook(slot, { onBooked, onGone, onRefused });
  const { service_id, notes, guest_email } = form.values;
  const service = services.find(service_id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (book.isPending) return;
    form.clearErrors();
    const email = guest_email.trim() ? { guest_email } : {};
    book.mutate({ service_id: service?.id ?? null, notes, ...guestFieldsOf(guest), ...email });
  };
  return (
    <Dialog
      title="Potvrda rezervacije"
      onClose={onClose}
      isDirty={(notes + guest_email).trim() !== ''}
      isBusy={book.isPending}
      hasCloseButton={false}
    >
      {(requestClose) => (
        <form ref={form.ref} onSubmit={submit} noValidate>
          <What slot={slot} guest={guest} />
          <div className="grid gap-4">
            <SelectField
              {...form.field('service_id')}
              label="Usluga"
              options={services.options}
              hint={longServiceHint(service?.duration_minutes ?? null, slot)}
            />
            <TextAreaField
              {...form.field('notes')}
              label="Napomena"
              hint="Nije obavezno. Vidi je samo salon."
            />
            {guest.role === 'VISITOR' && (
              <EmailField
                {...form.field('guest_email')}
                hint="Nije obavezno. Na njega šaljemo potvrdu i link za otkazivanje."
              />
            )}
          </div>
          <div className="has-[p]:mt-4">
            <FormAlert text={form.alert} />
          </div>
          <DialogActions>
            <FormButtons onGiveUp={requestClose} isBusy={book.isPending} submit="Potvrdi i rezerviši" />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
