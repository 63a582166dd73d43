import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { GuestBooking } from '#contract/booking/guest-links.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQueries } from '../lib/queries/queries.ts';
import { isDeadLink } from '../lib/session/dead-link.ts';
import {
  dropGuestTicket,
  dropPastGuestTickets,
  type GuestTicket,
  keepGuestTicket,
  useGuestTickets,
} from '../lib/session/guest-tickets.ts';
import { GuestTicketCard } from '../my-appointments/booking-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CardSkeleton, focusHeading } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';

function CancelledCard({ booking }: { booking: GuestBooking }) {
  const today = useToday();
  return (
    <Card>
      <h2 className="text-h3">Termin je otkazan.</h2>
      <div className="text-small wrap-break-word text-soft">
        <p>{whenInWords(booking, today)}</p>
        {booking.cancel_reason && <p className="whitespace-pre-line">{`Razlog: ${booking.cancel_reason}`}</p>}
      </div>
    </Card>
  );
}

/** Says that only this device stores the ticket, with a button that removes it; asks first if it is still booked. */
function KeptHere({ token, isBooked }: { token: string; isBooked: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    dropGuestTicket(token);
    focusHeading();
  };
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
      <p className="text-small text-soft">Sačuvan je samo na ovom uređaju.</p>
      <Button
        variant="text"
        isSmall
        className="-mr-3 ml-auto"
        onClick={isBooked ? () => setIsAsking(true) : remove}
      >
        Ukloni
      </Button>
      {isAsking && (
        <ConfirmDialog
          text="Termin se uklanja samo sa ovog uređaja: rezervacija ostaje. Do nje i dalje vodi link koji ste dobili."
          giveUp="Zadrži"
          action="Ukloni"
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function Kept({ ticket: { token, end } }: { ticket: GuestTicket }) {
  const booking = useQuery(guestLinkQueries.booking(token));
  const isDead = isDeadLink(booking.error);
  const isCancelled = booking.data?.status === 'CANCELLED';
  const today = useToday();
  // a canceled ticket disappears after today; other tickets disappear at their end, which the salon may change
  const endNow = isCancelled && today ? (`${today} 23:59:59` as const) : booking.data?.end_datetime;
  useEffect(() => {
    if (isDead) dropGuestTicket(token);
    else if (endNow && (isCancelled ? endNow < end : endNow !== end)) keepGuestTicket({ token, end: endNow });
  }, [isDead, token, end, endNow, isCancelled]);
  if (isDead) return null;
  return (
    <div className={cx(isCancelled && 'order-last')}>
      <Loaded query={booking} fallback="Greška pri učitavanju termina." skeleton={<CardSkeleton />}>
        {(found) =>
          found.status === 'BOOKED' ? (
            <GuestTicketCard
              booking={found}
              token={token}
              onCancelled={() => toast('success', 'Termin je otkazan.')}
            />
          ) : (
            <CancelledCard booking={found} />
          )
        }
      </Loaded>
      {booking.data && <KeptHere token={token} isBooked={booking.data.status === 'BOOKED'} />}
    </div>
  );
}

/** The tickets of bookings made on this device; `otherwise` is shown without tickets. docs/spec/behaviour.md §5.17 */
export default function KeptTickets({ otherwise }: { otherwise?: ReactNode }) {
  const now = useNow();
  const tickets = useGuestTickets(now);
  useEffect(() => {
    if (now !== null) dropPastGuestTickets(now);
  }, [now]);
  if (now === null) return <CardSkeleton />;
  if (tickets.length === 0) return otherwise;
  return (
    <>
      <h1 tabIndex={-1} className="mt-1 md:mt-6">
        {tickets.length > 1 ? 'Vaši termini' : 'Vaš termin'}
      </h1>
      <div className="mt-4 grid gap-4">
        {tickets.map((ticket) => (
          <Kept key={ticket.token} ticket={ticket} />
        ))}
      </div>
    </>
  );
}
