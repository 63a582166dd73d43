import { MessageSquareText, Paintbrush, User } from 'lucide-react';
import { useState } from 'react';
import type { GuestBooking } from '#contract/booking/guest-links.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { Fact, SalonFacts, Ticket } from '../booking/ticket.tsx';
import { request } from '../lib/api.ts';
import { useCalendarFile } from '../lib/appointment/appointments.ts';
import { useNow } from '../lib/clock/clock.ts';
import { guestMovePath } from '../lib/routing/paths.ts';
import { CancelOwnDialog } from '../my-appointments/cancel-own-dialog.tsx';
import { MoveAct, MoveTooLate } from '../my-appointments/move-act.tsx';
import { Button } from '../ui/button.tsx';
import { CardFoot } from '../ui/card.tsx';
import { focusHeading } from '../ui/page.tsx';

function Facts({ booking }: { booking: GuestBooking }) {
  const { service_name, service_price } = booking;
  return (
    <>
      {service_name && (
        <Fact icon={Paintbrush} note={priceText(service_price)}>
          {service_name}
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
      <SalonFacts />
    </>
  );
}

export interface GuestTicketCardProps {
  booking: GuestBooking;
  token: string;
  /** Where nothing else says so. */
  onCancelled?: () => void;
}

function Foot({
  booking,
  token,
  onOpen,
}: Omit<GuestTicketCardProps, 'onCancelled'> & { onOpen: (what: Opened) => void }) {
  const now = useNow();
  const file = useCalendarFile({ token });
  const isAhead = now !== null && !actionRefusal('cancel', booking, 'CLIENT', now);
  return (
    <CardFoot>
      {isAhead && (
        <MoveAct
          start={booking.start_datetime}
          to={guestMovePath(token)}
          onTooLate={() => onOpen('too_late')}
        />
      )}
      <Button variant="text" isSmall isBusy={file.isPending} onClick={() => file.mutate()}>
        Dodaj u kalendar
      </Button>
      {isAhead && (
        <Button variant="danger-text" isSmall onClick={() => onOpen('cancel')}>
          Otkaži termin
        </Button>
      )}
    </CardFoot>
  );
}

type Opened = 'cancel' | 'too_late';

/** A guest's booking as a ticket, with what can still be done about it: on the page of its link and where it is kept. */
export function GuestTicketCard({ booking, token, onCancelled = focusHeading }: GuestTicketCardProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Ticket
        start={booking.start_datetime}
        end={booking.end_datetime}
        foot={<Foot booking={booking} token={token} onOpen={setOpen} />}
      >
        <Facts booking={booking} />
      </Ticket>
      {open === 'too_late' && <MoveTooLate appointment={booking} onClose={close} />}
      {open === 'cancel' && (
        <CancelOwnDialog
          appointment={booking}
          moveTo={guestMovePath(token)}
          cancel={(reason) => request('POST /guest-link/cancel', { body: { token, reason } })}
          onClose={close}
          onCancelled={onCancelled}
        />
      )}
    </>
  );
}
