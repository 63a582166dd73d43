import { MapPin, MessageSquareText, Paintbrush, Phone, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { GuestBooking } from '#contract/guest-links.ts';
import { actionRefusal } from '#domain/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { onWeekday } from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { ShareButton } from '../booking/share-button.tsx';
import { CalendarButton, Fact, Ticket } from '../booking/ticket.tsx';
import { request } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock.ts';
import { guestMovePath, paths } from '../lib/paths.ts';
import { useSalon } from '../lib/query-hooks.ts';
import { CancelOwnDialog } from '../my-appointments/cancel-own-dialog.tsx';
import { TimeLeftChip } from '../my-appointments/time-left-chip.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { focusHeading } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

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
  const text = `Termin: ${whenInWords(booking, now && dateOf(now))}`;
  const close = () => {
    setIsCancelling(false);
    onChanged();
  };
  return (
    <div className="mt-4 grid gap-2">
      <CalendarButton of={{ token }} />
      <ShareButton text={text} link={window.location.href} />
      {now !== null && !actionRefusal('cancel', booking, 'CLIENT', now) && (
        <Button variant="danger-text" isBlock onClick={() => setIsCancelling(true)}>
          Otkaži termin
        </Button>
      )}
      {isCancelling && (
        <CancelOwnDialog
          appointment={booking}
          moveTo={guestMovePath(token)}
          cancel={(reason) => request('POST /guest-link/cancel', { body: { token, reason } })}
          onClose={close}
          onCancelled={onChanged}
        />
      )}
    </div>
  );
}

function Cancelled({ booking }: { booking: GuestBooking }) {
  const today = useToday();
  useEffect(focusHeading, []);
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        Termin je otkazan.
      </h1>
      <div className="mt-1 mb-6 wrap-break-word text-soft">
        <p>{whenInWords(booking, today)}</p>
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
