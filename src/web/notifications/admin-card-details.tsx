import { type ReactNode, useState } from 'react';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST, phoneOf } from '#domain/wording/appointments.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import { callGuestText } from '#domain/wording/notifications.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import type { AdminNotificationTab } from '../lib/notification-queries.ts';
import { Button } from '../ui/button.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { AdminCard } from './admin-cards.ts';
import type { FreedState } from './freed-slots.ts';
import type { AdminNotification } from './inbox.ts';
import { momentsOf } from './notification-moments.ts';

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

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-break-word tabular-nums">{children}</dd>
    </div>
  );
}

export interface AdminCardDetailsProps {
  id: string;
  card: AdminCard;
  tab: AdminNotificationTab;
  today: WallDate;
}

/** What else is known: when, and how to reach the person whom it is about. */
export function AdminCardDetails({ id, card, tab, today }: AdminCardDetailsProps) {
  const { notification } = card;
  const [isClientOpen, setIsClientOpen] = useState(false);
  const phone = phoneOf(notification);
  const { type, client_id, client_email, created_at } = notification;
  return (
    <div
      id={id}
      className="relative mt-3 grid grid-cols-1 justify-items-start gap-3 border-t border-line pt-3 text-ink max-md:-ml-13"
    >
      <dl className="grid w-full min-w-0 gap-1 text-small">
        <Detail name="Stiglo">{whenTold(created_at, today)}</Detail>
        {momentsOf(card, tab, today).others.map(({ word, at }) => (
          <Detail key={word} name={word}>
            {at}
          </Detail>
        ))}
        {phone && <Detail name="Telefon">{phone}</Detail>}
        {client_email && <Detail name="Email">{client_email}</Detail>}
      </dl>
      {phone && type !== 'FREE_SLOT_GUEST' && <PhoneLinks phone={phone} of={phone} />}
      {client_id !== null && (
        <Button variant="quiet" isSmall onClick={() => setIsClientOpen(true)}>
          Otvori klijenta
        </Button>
      )}
      {client_id !== null && isClientOpen && (
        <AppointmentDialogContext value={AppointmentDialog}>
          <ClientDialog id={client_id} onClose={() => setIsClientOpen(false)} />
        </AppointmentDialogContext>
      )}
    </div>
  );
}
