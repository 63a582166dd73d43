import { useState } from 'react';
import { dateOf } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { callGuestText } from '#domain/wording/notifications.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { Button } from '../ui/button.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { FreedState } from './freed-slots.ts';
import type { AdminNotification } from './inbox.ts';

export interface GuestCallProps {
  notification: AdminNotification;
  /** Can the slot still be booked? */
  freeState: FreedState;
  onBooked: () => void;
}

/** Who waits is called or written to; the free time is filled in their name. */
export function GuestCall({ notification, freeState, onBooked }: GuestCallProps) {
  const [isBooking, setIsBooking] = useState(false);
  const { guest_name, guest_phone, appointment_id, appt_start, appt_end, service_name } = notification;
  const about = callGuestText(notification);
  const name = guest_name ?? NAMELESS_GUEST;
  if (guest_phone === null) return null;
  const links = { phone: guest_phone, of: about };
  if (appt_start === null || appt_end === null) return <PhoneLinks {...links} className={PLACE} />;
  const facts = { name, isClient: false, start_datetime: appt_start, service_name };
  const preset = {
    person: { guest_name: name, guest_phone },
    date: dateOf(appt_start),
    ...(appointment_id !== null && {
      slot: { id: appointment_id, start_datetime: appt_start, end_datetime: appt_end },
    }),
  };
  return (
    <div className={`${PLACE} grid justify-items-start gap-2`}>
      <MessageLinks {...links} kind="free_slot" facts={facts} />
      {freeState === 'gone' ? (
        <p className="text-small text-soft">Više nije slobodan.</p>
      ) : (
        <Button
          isSmall
          isBusy={freeState === 'asking'}
          aria-description={about}
          onClick={() => setIsBooking(true)}
        >
          Upiši
        </Button>
      )}
      {isBooking && (
        <NewAppointment preset={preset} onClose={() => setIsBooking(false)} onCreated={onBooked} />
      )}
    </div>
  );
}

// over the card's own button
const PLACE = 'relative mt-2 max-md:-ml-13';
