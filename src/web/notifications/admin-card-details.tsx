import { type ReactNode, useState } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { phoneOf } from '#domain/wording/appointments.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import type { AdminNotificationTab } from '../lib/notification-queries.ts';
import { Button } from '../ui/button.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { AdminCard } from './admin-cards.ts';
import { momentsOf } from './notification-moments.ts';

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
