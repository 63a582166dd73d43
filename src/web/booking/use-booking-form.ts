import { textOfError } from '#contract/page-errors.ts';
import { t } from '#domain/language/translate.ts';
import { errorCode, errorStatus, serverErrors } from '../lib/api.ts';
import { isChoosable } from '../lib/appointment/free-days.ts';
import type { FreeOffer } from '../lib/appointment/offers.ts';
import { serviceIdsOf, servicesBody } from '../lib/appointment/services-body.ts';
import { attemptBooking, type Booked, type BookingBody, CONFLICT, RETRY_LOST } from '../lib/attempts.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { FREE_SLOTS_KEY, salonQuery, servicesQuery } from '../lib/queries/queries.ts';
import { useInvalidate, useInvalidateAppointments } from '../lib/queries/query-client.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { keepBooked } from '../lib/session/guest-tickets.ts';
import { keepKnownGuest } from '../lib/session/known-guest.ts';
import { keepWishes } from '../lib/waiting-wishes.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { type Chooser, SLOT_MISSING, TIME_TOO_SHORT } from './times/use-chooser.ts';
import { type BookingSteps, contactFaults, guestFieldsOf, type Typed } from './use-booking-steps.ts';

const FALLBACK = 'Neuspešna rezervacija.';
const NOT_FOUND = 404;

/** Whether the error says that the time was booked by another user, deleted, or shortened. */
const isGone = (error: unknown): boolean =>
  errorStatus(error) === CONFLICT ||
  errorStatus(error) === NOT_FOUND ||
  errorCode(error) === 'slots_not_joined';

/** The chosen technician; undefined means any technician. */
export const technicianOf = ({ strip, wanted }: Chooser): Technician | undefined =>
  strip.technicians.find(({ id }) => id === wanted.technicianId);

function parse(
  { chooser, serviceIds, serviceFault, guest, work }: BookingSteps,
  { notes, guest_email, rules_accepted }: Typed,
) {
  const { strip, choice } = chooser;
  const offer = choice?.offer;
  const refuse = (text: string) => ({ ok: false, errors: { text } }) as const;
  if (!offer) return refuse(t(SLOT_MISSING));
  if (serviceFault) return refuse(serviceFault);
  if (!isChoosable(offer, strip.rules.service_fit)) return refuse(t(TIME_TOO_SHORT));
  const body: BookingBody = {
    ...servicesBody(serviceIds),
    notes,
    ...guestFieldsOf(guest),
    ...(guest_email.trim() && { guest_email }),
    ...(rules_accepted && { rules_accepted: 1 }),
    ...(work && { work_id: work }),
    ...(strip.technicians[1] && !technicianOf(chooser) && { any_technician: 1 }),
    seen_start: offer.start_datetime,
    seen_end: offer.end_datetime,
    ...(strip.rules.split && startOf(offer)),
  };
  return { ok: true, input: { offer, body } } as const;
}

/** Books without the work if it is no longer published. docs/spec/behaviour.md §30.3 */
const bookWithWork = (slot: number, { work_id, ...body }: BookingBody): Promise<Booked> =>
  attemptBooking(slot, { ...body, ...(work_id && { work_id }) }).catch((error: unknown) => {
    if (errorCode(error) !== 'work_gone') throw error;
    return attemptBooking(slot, body);
  });
/** What a request says of a part of a free slot. */
export const startOf = ({ start_datetime, slots: [{ technician_id }] }: FreeOffer) => ({
  start_datetime,
  ...(technician_id && { technician_id }),
});

/** The form that books the chosen time. */
export function useBookingForm(steps: BookingSteps, onBooked: (booked: Booked) => void) {
  const { chooser, guest, askContact, loseSlot } = steps;
  const invalidate = useInvalidateAppointments();
  // after a refusal, refetches what may have caused it: free slots, prices and booking rules
  const refetch = useInvalidate(FREE_SLOTS_KEY, servicesQuery.queryKey, salonQuery.queryKey);
  const refuseContact = ({ text, fields }: FormErrors): FormErrors => {
    askContact();
    guest.form.refuse({ fields: fields ?? {} });
    return { text: text ?? null, fields: {} };
  };
  const form = useParsedForm({
    start: steps.typed,
    parse: (typed) => {
      const faults = contactFaults(guest);
      return faults ? { ok: false, errors: refuseContact(faults) } : parse(steps, typed);
    },
    send: ({ offer, body }) => bookWithWork(offer.slots[0].id, body),
    ...RETRY_LOST,
    fallback: t(FALLBACK),
    errors: (error, typed) => {
      if (isGone(error)) {
        loseSlot(typed);
        invalidate();
        return null;
      }
      refetch();
      const refused = serverErrors(error, t(FALLBACK));
      const { guest_name, guest_phone } = refused.fields ?? {};
      return guest_name || guest_phone ? refuseContact(refused) : refused;
    },
    onDone: (booked) => {
      keepWishes(booked.id, steps.wishes);
      keepBooked(booked);
      if (guest.role === 'VISITOR' && !guest.isForAnother)
        keepKnownGuest({
          ...guest.form.values,
          services: serviceIdsOf(booked),
          technician: chooser.wanted.technicianId && (booked.technician_id ?? null),
        });
      onBooked(booked);
      invalidate();
    },
    isDirty: ({ notes, guest_email }) => (notes + guest_email).trim() !== '',
  });
  const missing = contactFaults(guest)?.text ?? null;
  // hides the error about missing name and phone as soon as the user has typed both
  return {
    ...form,
    missing,
    alert: form.alert === textOfError('guest_contact_missing') ? missing : form.alert,
  };
}
