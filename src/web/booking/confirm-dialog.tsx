import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { longServiceHint, longServiceWarning } from '#domain/booking.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { errorCode, errorStatus, serverErrors } from '../lib/errors.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { FREE_SLOTS_KEY, salonQueries, serviceQueries, useSalon } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { keepGuestTicket } from '../lib/session/guest-tickets.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { EmailField, TextAreaField } from '../ui/field.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { Warning } from '../ui/warning.tsx';
import { type Attempt, attemptBooking, type Booked, CONFLICT } from './attempts.ts';
import { ContactFields } from './guest-fields.tsx';
import { ServiceField } from './service-select.tsx';
import { isChoosable } from './times/slot-list.tsx';
import type { FreeOffer, Strip } from './times/use-strip.ts';
import { TIME_TOO_SHORT } from './use-booking-steps.ts';
import { contactFaults, type Guest, guestFieldsOf } from './use-guest.ts';
import type { Service } from './use-service.ts';

const FALLBACK = 'Neuspešna rezervacija.';
const NOT_FOUND = 404;
const CONTACT_MISSING = textOfError('guest_contact_missing');

export interface ConfirmBookingDialogProps {
  /** The page's choice: another service here is another one there. */
  offer: FreeOffer;
  service: Service | null;
  serviceId: number | null;
  serviceFault: string | null;
  onService: (id: number | null) => void;
  service_fit: Strip['rules']['service_fit'];
  guest: Guest;
  /** Name and phone are asked for here and not on the page. */
  asksContact: boolean;
  onContactRefused: () => void;
  onClose: () => void;
  onBooked: (booked: Booked) => void;
  /** The time was taken meanwhile. */
  onGone: () => void;
}

function What({
  offer,
  guest,
  asksContact,
}: Pick<ConfirmBookingDialogProps, 'offer' | 'guest' | 'asksContact'>) {
  const { guest_name, guest_phone } = guestFieldsOf(guest);
  const whom = guest.client ? [guest.client.name, guest.client.phone] : [guest_name, guest_phone];
  return (
    <div className="mb-5">
      <p className="time-xl">{timeRange(offer.start_datetime, offer.end_datetime)}</p>
      <p className="text-soft">{dayInWordsWithYear(dateOf(offer.start_datetime))}</p>
      {whom[0] && !asksContact && (
        <p className="wrap-break-word text-soft">{`${guest.isForAnother ? 'za: ' : ''}${whom.filter(Boolean).join(', ')}`}</p>
      )}
    </div>
  );
}

/** A word of warning that refuses nothing; the place where it is announced stays while there is none. */
function AnnouncedWarning({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      {children && <Warning>{children}</Warning>}
    </div>
  );
}

/** What the page shows may be why the server refused: prices, rules and times are asked for again. */
function useLookAgain(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [FREE_SLOTS_KEY, serviceQueries.list().queryKey, salonQueries.salon().queryKey])
      void queries.invalidateQueries({ queryKey });
  };
}

const LOST_RETRIES = 2;
const RETRY_MS = 700;

/** Is the time not there any more as it was seen: taken, deleted, or shortened by the salon, so that it would be two? */
const isGone = (error: unknown): boolean =>
  errorStatus(error) === CONFLICT ||
  errorStatus(error) === NOT_FOUND ||
  errorCode(error) === 'slots_not_joined';

/** Books the time that was seen. */
function useBookingForm(booking: Omit<ConfirmBookingDialogProps, 'onClose'>) {
  const { offer, serviceId, serviceFault, service_fit, guest, onContactRefused, onBooked, onGone } = booking;
  const invalidate = useInvalidateAppointments();
  const lookAgain = useLookAgain();
  const [{ id }] = offer.slots;
  const send = ({ key, body }: Attempt) =>
    request('POST /appointments/{id}/book', { params: { id }, body, headers: { 'idempotency-key': key } });
  const refuseContact = ({ text, fields }: FormErrors): FormErrors => {
    onContactRefused();
    guest.form.refuse({ fields: fields ?? {} });
    return { text: text ?? null, fields: {} };
  };
  return useSubmitForm({
    start: { notes: '', guest_email: '' },
    check: () => {
      const faults = contactFaults(guest);
      if (faults) return refuseContact(faults);
      if (serviceFault) return { text: serviceFault };
      return isChoosable(offer, service_fit) ? null : { text: TIME_TOO_SHORT };
    },
    send: ({ notes, guest_email }) =>
      attemptBooking(
        id,
        {
          service_id: serviceId,
          notes,
          ...guestFieldsOf(guest),
          ...(guest.client && { client_id: guest.client.id }),
          ...(guest_email.trim() && { guest_email }),
          seen_start: offer.start_datetime,
          seen_end: offer.end_datetime,
        },
        send,
      ),
    // a request without a response is repeated under the same key
    retry: (failures, error) => errorStatus(error) === 0 && failures < LOST_RETRIES,
    retryDelay: RETRY_MS,
    fallback: FALLBACK,
    errors: (error) => {
      if (isGone(error)) {
        onGone();
        invalidate();
        return null;
      }
      lookAgain();
      const refused = serverErrors(error, FALLBACK);
      const { guest_name, guest_phone } = refused.fields ?? {};
      return guest_name || guest_phone ? refuseContact(refused) : refused;
    },
    onDone: (booked) => {
      if (booked.guest_link) keepGuestTicket({ token: booked.guest_link, end: booked.end_datetime });
      onBooked(booked);
      invalidate();
    },
    isDirty: ({ notes, guest_email }) => (notes + guest_email).trim() !== '',
  });
}

/** What is said of the service in this time: a refusal where the salon requires that it fits, else a warning. */
function fitTexts({ service, offer, service_fit, guest }: ConfirmBookingDialogProps) {
  const minutes = service?.duration_minutes ?? null;
  if (!isChoosable(offer, service_fit)) return { refusal: TIME_TOO_SHORT, warning: undefined };
  const warn = guest.role === 'ADMIN' ? longServiceHint : longServiceWarning;
  return { refusal: null, warning: warn(minutes, offer) };
}

/** The last step: service, note, and it is booked. Its own errors stand inside it. */
export default function ConfirmBookingDialog(props: ConfirmBookingDialogProps) {
  const { offer, serviceId, onService, guest, asksContact, onClose } = props;
  const promisesMail = useSalon().data?.mail === true;
  const form = useBookingForm(props);
  const { refusal, warning } = fitTexts(props);
  const missing = asksContact ? contactFaults(guest)?.text : null;
  // what was missing is said until it is there
  const alert = refusal ?? (form.alert === CONTACT_MISSING ? (missing ?? null) : form.alert);
  return (
    <Dialog title="Potvrda rezervacije" onClose={onClose} hasCloseButton={false}>
      <Form form={form}>
        <What offer={offer} guest={guest} asksContact={asksContact} />
        <div className="grid gap-4">
          {missing && !alert && <p className="rounded-card bg-blush px-4 py-3 text-small">{missing}</p>}
          <FormAlert text={alert} />
          {asksContact && <ContactFields guest={guest} />}
          <ServiceField
            name="service_id"
            value={serviceId === null ? '' : String(serviceId)}
            onChange={(value) => {
              form.clearErrors();
              onService(value === '' ? null : Number(value));
            }}
          />
          <AnnouncedWarning>{warning}</AnnouncedWarning>
          {guest.role === 'VISITOR' && promisesMail && (
            <EmailField
              {...form.field('guest_email')}
              isOptional
              hint="Na njega šaljemo potvrdu i link za otkazivanje."
            />
          )}
          <TextAreaField
            {...form.field('notes')}
            label="Napomena"
            isOptional
            rows={2}
            hint="Vidi je samo salon."
          />
        </div>
        <DialogActions>
          <FormButtons giveUp="Otkaži" submit="Potvrdi i rezerviši" />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
