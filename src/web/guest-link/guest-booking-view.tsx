import { MapPin, MessageSquareText, Paintbrush, Phone, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { GuestBooking } from '#contract/appointments/guest-link.ts';
import { whenInWords } from '#salon/appointments/appointment-in-words.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import { dateOf } from '#salon/salon-time.ts';
import { priceText } from '#salon/serbian.ts';
import { onWeekday } from '#salon/serbian-dates.ts';
import { call } from '../api/call.ts';
import { useNow } from '../api/clock/use-now.ts';
import { useSalon } from '../api/use-salon.ts';
import { CancelSheet } from '../appointments/cancel-sheet.tsx';
import { TimeLeftChip } from '../appointments/time-left-chip.tsx';
import { CalendarButton } from '../booking/booked/calendar-button.tsx';
import { Fact } from '../booking/booked/fact.tsx';
import { ShareButton } from '../booking/booked/share-button.tsx';
import { Ticket } from '../booking/booked/ticket.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/action/button.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { telephoneLink } from '../ui/phone/phone-addresses.ts';

function Facts({ booking }: { booking: GuestBooking }) {
  const salon = useSalon().data;
  return (
    <>
      {booking.service_name && (
        <Fact icon={Paintbrush} note={priceText(booking.service_price)}>
          {booking.service_name}
        </Fact>
      )}
      {booking.guest_name && (
        <Fact icon={User} note={booking.guest_phone}>
          {booking.guest_name}
        </Fact>
      )}
      {booking.notes && (
        <Fact icon={MessageSquareText}>
          <span className="whitespace-pre-line">{booking.notes}</span>
        </Fact>
      )}
      {salon?.address && <Fact icon={MapPin}>{salon.address}</Fact>}
      {salon?.phone && (
        <Fact icon={Phone}>
          <a href={telephoneLink(salon.phone)} className="text-link-inline">
            {salon.phone}
          </a>
        </Fact>
      )}
    </>
  );
}

interface ViewProps {
  booking: GuestBooking;
  token: string;
  /** It was cancelled, here or elsewhere: ask for it again. */
  onChanged: () => void;
}

function Actions({ booking, token, onChanged }: ViewProps) {
  const now = useNow();
  const [isCancelling, setIsCancelling] = useState(false);
  const text = `Termin: ${whenInWords(booking)}`;
  const close = () => {
    setIsCancelling(false);
    onChanged();
  };
  return (
    <div className="mt-4 grid gap-2">
      <CalendarButton of={{ token }} />
      <ShareButton text={text} link={window.location.href} />
      {now !== null && !may('cancel', booking, 'CLIENT', now) && (
        <Button variant="danger-text" isBlock onClick={() => setIsCancelling(true)}>
          Otkaži termin
        </Button>
      )}
      {isCancelling && (
        <CancelSheet
          appointment={booking}
          cancel={(reason) => call('POST /guest-link/cancel', { body: { token, reason } })}
          onClose={close}
          onCancelled={onChanged}
        />
      )}
    </div>
  );
}

function Cancelled({ booking }: { booking: GuestBooking }) {
  useEffect(focusHeading, []);
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        Termin je otkazan.
      </h1>
      <div className="mt-1 mb-6 wrap-break-word text-soft">
        <p>{whenInWords(booking)}</p>
        {booking.cancel_reason && <p className="whitespace-pre-line">{`Razlog: ${booking.cancel_reason}`}</p>}
      </div>
      <ButtonLink to={paths.booking} isBlock>
        Zakaži termin
      </ButtonLink>
    </>
  );
}

/** The booking in words and what can be done about it. */
export function GuestBookingView(props: ViewProps) {
  const { booking } = props;
  if (booking.status !== 'BOOKED') return <Cancelled booking={booking} />;
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        Vaš termin
      </h1>
      <p className="mt-1 mb-6 text-soft">{`Vidimo se ${onWeekday(dateOf(booking.start_datetime))}.`}</p>
      <p className="mb-3">
        <TimeLeftChip appointment={booking} />
      </p>
      <Ticket start={booking.start_datetime} end={booking.end_datetime}>
        <Facts booking={booking} />
      </Ticket>
      <Actions {...props} />
    </>
  );
}
