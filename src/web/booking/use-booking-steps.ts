import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { bookingLimitRefusal, isActiveBooking } from '#domain/booking.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon, useServices, useUpcoming } from '../lib/queries/queries.ts';
import { type Preselected, useChooser } from './times/use-chooser.ts';
import { contactFaults, useGuest } from './use-guest.ts';
import { type Service, useChosenServices } from './use-service.ts';

/** The error text for a client who has reached the limit of bookings. docs/spec/product.md §5.3 */
function useLimitText(isClient: boolean): { text: string | null; isKnown: boolean } {
  const now = useNow();
  const { data = [], isFetched } = useUpcoming();
  const most = useSalon().data?.max_active_bookings ?? Number.POSITIVE_INFINITY; // while the limit is unknown, the server decides
  if (!isClient || now === null) return { text: null, isKnown: !isClient };
  const active = data.filter((one) => !one.series_id && isActiveBooking(one, now));
  const refusal = bookingLimitRefusal(active.length, most);
  return { text: refusal ? textOfError(refusal, most) : null, isKnown: isFetched };
}

const wantedOf = (services: readonly Service[]) => ({
  minutes: minutesOfServices(services),
  ids: services.map(({ id }) => id),
});

/** The steps of a booking: services, day, time and person, then the confirmation. */
export function useBookingSteps(preselected: Preselected) {
  const guest = useGuest();
  const list = useServices().data ?? [];
  const { services, ...chosen } = useChosenServices(preselected);
  const limit = useLimitText(guest.role === 'CLIENT');
  const isReady = chosen.isKnown && limit.isKnown;
  const chooser = useChooser({
    services: wantedOf(services),
    isReady,
    preselected,
    limitText: limit.text,
  });
  const [confirming, setConfirming] = useState<{ asksContact: boolean } | null>(null);
  const close = () => {
    setConfirming(null);
    guest.form.clearErrors();
  };
  return {
    chooser,
    guest,
    services,
    serviceIds: chosen.ids,
    serviceFault: chosen.fault,
    /** The open confirmation. With `asksContact` the confirmation has the fields for name and phone. */
    confirming,
    chooseServices: (ids: readonly number[]) => {
      chosen.choose(ids);
      const others = list.filter(({ id }) => ids.includes(id));
      chooser.want({ ...chooser.wanted, ...wantedOf(others) }, confirming !== null);
    },
    judge: () => chooser.judge(chosen.fault),
    openConfirmation: () => {
      const faults = contactFaults(guest);
      if (faults && !faults.text) guest.form.refuse(faults); // marks invalid fields, but not missing fields
      setConfirming({ asksContact: faults !== null });
    },
    /** Shows the contact fields in the confirmation after the server refused name or phone. */
    askContact: () => setConfirming((open) => open && { asksContact: true }),
    goBack: () => {
      close();
      chooser.want(chooser.wanted, false); // drops a time that only the confirmation could show
    },
    /** Closes the confirmation and drops the time, after another user has taken it. */
    loseSlot: () => {
      close();
      chooser.lose();
    },
  };
}

export type BookingSteps = ReturnType<typeof useBookingSteps>;
