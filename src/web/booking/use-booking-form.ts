import { textOfError } from '#contract/page-errors.ts';
import { errorCode, errorStatus, serverErrors } from '../lib/api.ts';
import { isChoosable } from '../lib/appointment/free-days.ts';
import { servicesBody } from '../lib/appointment/services-body.ts';
import { attemptBooking, type Booked, type BookingBody, CONFLICT, RETRY_LOST } from '../lib/attempts.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { FREE_SLOTS_KEY, salonQuery, servicesQuery } from '../lib/queries/queries.ts';
import { useInvalidate, useInvalidateAppointments } from '../lib/queries/query-client.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { keepGuestTicket } from '../lib/session/guest-tickets.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { type Chooser, SLOT_MISSING, TIME_TOO_SHORT } from './times/use-chooser.ts';
import { type BookingSteps, contactFaults, guestFieldsOf } from './use-booking-steps.ts';

const FALLBACK = 'Neuspešna rezervacija.';
const NOT_FOUND = 404;

/** Whether the error says that the time was booked by another user, deleted, or shortened. */
const isGone = (error: unknown): boolean =>
  errorStatus(error) === CONFLICT ||
  errorStatus(error) === NOT_FOUND ||
  errorCode(error) === 'slots_not_joined';

interface Typed {
  notes: string;
  guest_email: string;
  /** The value of the checkbox that accepts the salon's rules; '' while it is not ticked. */
  rules: string;
}

/** The chosen technician; undefined means any technician. */
export const technicianOf = ({ strip, wanted, choice }: Chooser): Technician | undefined =>
  strip.technicians.find(
    ({ id }) => id === (wanted.technicianId ?? (choice?.isHers && choice.offer?.slots[0].technician_id)),
  );

function parse(
  { chooser, serviceIds, serviceFault, guest }: BookingSteps,
  { notes, guest_email, rules }: Typed,
) {
  const { strip, choice } = chooser;
  const offer = choice?.offer;
  const refuse = (text: string) => ({ ok: false, errors: { text } }) as const;
  if (!offer) return refuse(SLOT_MISSING);
  if (serviceFault) return refuse(serviceFault);
  if (!isChoosable(offer, strip.rules.service_fit)) return refuse(TIME_TOO_SHORT);
  const body: BookingBody = {
    ...servicesBody(serviceIds),
    notes,
    ...guestFieldsOf(guest),
    ...(guest.client && { client_id: guest.client.id }),
    ...(guest_email.trim() && { guest_email }),
    ...(rules && { rules_accepted: 1 }),
    ...(strip.technicians[1] && !technicianOf(chooser) && { any_technician: 1 }),
    seen_start: offer.start_datetime,
    seen_end: offer.end_datetime,
  };
  return { ok: true, input: { offer, body } } as const;
}

const CONTACT_MISSING = textOfError('guest_contact_missing');

/** The form that books the chosen time; used by the confirmation and by the owner's page. */
export function useBookingForm(steps: BookingSteps, onBooked: (booked: Booked) => void) {
  const { guest, askContact, loseSlot } = steps;
  const invalidate = useInvalidateAppointments();
  // after a refusal, refetches what may have caused it: free slots, prices and booking rules
  const refetch = useInvalidate(FREE_SLOTS_KEY, servicesQuery.queryKey, salonQuery.queryKey);
  const refuseContact = ({ text, fields }: FormErrors): FormErrors => {
    askContact();
    guest.form.refuse({ fields: fields ?? {} });
    return { text: text ?? null, fields: {} };
  };
  const form = useParsedForm({
    start: { notes: '', guest_email: '', rules: '' },
    parse: (typed) => {
      const faults = contactFaults(guest);
      return faults ? { ok: false, errors: refuseContact(faults) } : parse(steps, typed);
    },
    send: ({ offer, body }) => attemptBooking(offer.slots[0].id, body),
    ...RETRY_LOST,
    fallback: FALLBACK,
    errors: (error) => {
      if (isGone(error)) {
        loseSlot();
        invalidate();
        return null;
      }
      refetch();
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
  const missing = contactFaults(guest)?.text ?? null;
  // hides the error about missing name and phone as soon as the user has typed both
  return { ...form, missing, alert: form.alert === CONTACT_MISSING ? missing : form.alert };
}
