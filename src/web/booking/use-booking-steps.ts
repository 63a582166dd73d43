import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { bookingLimitRefusal, isActiveBooking, usualServices } from '#domain/booking.ts';
import { isPhone, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import { t } from '#domain/language/translate.ts';
import { PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { useNow } from '../lib/clock/clock.ts';
import { appointmentQueries, silently, useSalon, useServices, useUpcoming } from '../lib/queries/queries.ts';
import { forgetSent } from '../lib/sent-booking.ts';
import { currentSession, useSession } from '../lib/session/session.ts';
import { type FormErrors, useForm } from '../ui/use-form.ts';
import { type Preselected, useChooser } from './times/use-chooser.ts';

/** The error text for a client who has reached the limit of bookings. docs/spec/product.md §5.3 */
function useLimitText(isClient: boolean): { text: string | null; isKnown: boolean } {
  const now = useNow();
  const { data = [], isFetched } = useUpcoming();
  const most = useSalon().data?.max_active_bookings ?? Number.POSITIVE_INFINITY; // until the salon's limit is loaded, only the server refuses bookings above it
  if (!isClient || now === null) return { text: null, isKnown: !isClient };
  const active = data.filter((one) => !one.series_id && isActiveBooking(one, now));
  const refusal = bookingLimitRefusal(active.length, most);
  return { text: refusal ? textOfError(refusal, most) : null, isKnown: isFetched };
}

/** The client's usual services. Fetched only once, so that a preselection does not change by itself. */
const usualServicesQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['usual-service'],
    queryFn: ({ client, signal }) => {
      const visits = Promise.all([
        request('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT }, signal }),
        client.fetchQuery(appointmentQueries.upcoming(currentSession())), // the page makes the same request; the query cache sends it once
      ]).then((own) => usualServices(own.flat()));
      return silently('the usual services', signal, visits, []);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Prefetches the data that a client's page needs before it can show times. */
export const fetchOwnStart = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(appointmentQueries.upcoming(currentSession())),
    /usluga|slot/.test(window.location.search) || client.prefetchQuery(usualServicesQuery(true)),
  ]);

/** The chosen services: at first those in the URL, or, if it names no service and no slot, the client's usual services. docs/spec/design.md §5.1 */
function useChosenServices({ services: named, slot }: Preselected) {
  const isClient = useSession()?.role === 'CLIENT';
  const { data, isPending } = useServices();
  const isUsualWanted = isClient && named.length === 0 && !slot;
  const usual = useQuery(usualServicesQuery(isUsualWanted));
  const [own, setOwn] = useState<readonly number[] | null>(null);
  const [known, setKnown] = useState<readonly number[]>([]);
  const wanted = own ?? (isUsualWanted ? (usual.data ?? []) : named);
  const services = data?.filter(({ id }) => wanted.includes(id)) ?? [];
  const listed: readonly number[] = services.map(({ id }) => id);
  if (listed.some((id) => !known.includes(id))) setKnown([...known, ...listed]);
  // ignores ids that the price list never contained
  const gone = wanted.filter((id) => !listed.includes(id) && (!data || known.includes(id)));
  const serviceIds = [...listed, ...gone];
  return {
    /** The chosen ids, including services that the price list no longer contains. */
    serviceIds,
    /** The chosen services that the price list contains, in the list's order. */
    services,
    /** The reason why the chosen services can't be booked. */
    serviceFault: useServiceFault(serviceIds),
    /** Whether the initial choice is loaded: the services in the URL, the client's usual services, or none. */
    areServicesKnown: !(isUsualWanted && usual.isPending) && (serviceIds.length === 0 || !isPending),
    chooseServices: setOwn,
  };
}

const BLANK = { guest_name: '', guest_phone: '' };
type Contact = typeof BLANK;

/** The state of the booking page about the person who will come (docs/spec/product.md §2.3, docs/spec/behaviour.md §5.4). */
function useGuest() {
  const role = useSession() ? 'CLIENT' : 'VISITOR';
  const [isForAnother, setIsForAnother] = useState(false);
  const [isAskedInSheet, setIsAskedInSheet] = useState(false);
  return {
    form: useForm(BLANK),
    isForAnother,
    setIsForAnother,
    /** Whether the page must ask for the name and phone of the person who comes. */
    isNeeded: isForAnother || role === 'VISITOR',
    /** True while the waitlist sheet shows the fields for name and phone; the page then hides its own. */
    isAskedInSheet,
    setIsAskedInSheet,
    role,
  };
}

export type Guest = ReturnType<typeof useGuest>;

/** The guest's name and phone for the request, or no fields if the booking needs neither. */
export const guestFieldsOf = ({ isNeeded, form }: Guest): Partial<Contact> => (isNeeded ? form.values : {});

/** The errors of name and phone if they are required, otherwise null. */
export function contactFaults(
  { isNeeded, form: { values } }: { isNeeded: boolean; form: { values: Contact } },
  missing: 'guest_contact_missing' | 'waitlist_contact_missing' = 'guest_contact_missing',
): FormErrors | null {
  if (!isNeeded) return null;
  const isNameMissing = !values.guest_name.trim();
  const isPhoneMissing = !values.guest_phone.trim();
  if (!isNameMissing && isPhone(values.guest_phone)) return null;
  return {
    text: isNameMissing || isPhoneMissing ? textOfError(missing) : null,
    fields: {
      guest_name: isNameMissing || undefined,
      guest_phone: isPhoneMissing || (isPhone(values.guest_phone) ? undefined : t(PHONE_REFUSED)),
    },
  };
}

/** What is typed in the confirmation. */
export type Typed = typeof NOTHING_TYPED;

/** `rules_accepted`: the value of the checkbox that accepts the salon's rules; '' while it is not ticked. */
const NOTHING_TYPED = { notes: '', guest_email: '', rules_accepted: '' };

/** The steps of a booking: services, day, time and person, then the confirmation. */
export function useBookingSteps(preselected: Preselected) {
  const guest = useGuest();
  const { areServicesKnown, ...chosen } = useChosenServices(preselected);
  const [work, setWork] = useState(preselected.work ?? null);
  const [wishes, setWishes] = useState<readonly File[]>([]);
  const limit = useLimitText(guest.role === 'CLIENT');
  const [confirming, setConfirming] = useState<{ asksContact: boolean } | null>(null);
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const chooser = useChooser({
    services: {
      minutes: minutesOfServices(chosen.services),
      ids: chosen.services.map(({ id }) => id),
    },
    isReady: areServicesKnown && limit.isKnown,
    preselected,
    limitText: limit.text,
    isOpen: confirming !== null,
  });
  const goBack = () => {
    forgetSent();
    setConfirming(null);
    guest.form.clearErrors();
  };
  return {
    ...chosen,
    chooser,
    guest,
    /** The work whose picture is the wish, and the pictures to send after the booking. */
    work,
    setWork,
    wishes,
    setWishes,
    /** The open confirmation dialog, or null. `asksContact`: the dialog also has the fields for name and phone. */
    confirming,
    judge: () => chooser.judge(chosen.serviceFault),
    openConfirmation: () => {
      const faults = contactFaults(guest);
      if (faults && !faults.text) guest.form.refuse(faults); // an invalid phone; a missing name or phone is no error, because the confirmation asks for it
      setConfirming({ asksContact: faults !== null });
    },
    /** Shows the contact fields in the confirmation after the server refused name or phone. */
    askContact: () => setConfirming((open) => open && { asksContact: true }),
    goBack,
    /** What the next confirmation begins with. */
    typed,
    /** Closes the confirmation and clears the chosen time, because another user has booked it. Keeps what was typed. */
    loseSlot: (kept: Typed) => {
      setTyped(kept);
      goBack();
      chooser.lose();
    },
  };
}

export type BookingSteps = ReturnType<typeof useBookingSteps>;
