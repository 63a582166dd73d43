import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { fittingMessage } from '#domain/visits/fitting-message.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { clientQueries } from '../lib/admin-queries.ts';
import { useNow } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { Skeleton } from '../ui/screen-states.tsx';
import { type ClientDetails, ClientForm } from './client-form.tsx';

function ClientSkeleton() {
  return (
    <div role="status">
      <p className="text-soft">Učitavanje…</p>
      <div aria-hidden="true" className="mt-4 grid gap-4 md:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-12 rounded-card" />
        ))}
      </div>
    </div>
  );
}

/** How often the client came, and how often they cancelled. */
function History({ client }: { client: ClientDetails }) {
  const counts = [
    { name: 'Posete', count: client.visits },
    { name: 'Otkazivanja', count: client.cancellations },
    { name: 'Kasna otkazivanja', count: client.late_cancellations },
  ];
  return (
    <div className="mb-5 rounded-card border border-line px-4 py-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-3">
        {counts.map(({ name, count }) => (
          <div key={name}>
            <dt className="text-label text-soft">{name}</dt>
            <dd className="mt-0.5 font-display text-h2 font-[440]">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {client.last_visit && (
        <p className="mt-2 text-small text-soft">Poslednja poseta {displayDateTime(client.last_visit)}</p>
      )}
    </div>
  );
}

/** Calling and writing; with the text for the next appointment, where there is one. */
function Writing({ client: { name, next_appointment }, phone }: { client: ClientDetails; phone: string }) {
  const now = useNow();
  const next = now && next_appointment ? { ...next_appointment, status: 'BOOKED' as const } : null;
  const links = { phone, className: 'mb-5 w-full' };
  if (!now || !next) return <PhoneLinks {...links} />;
  const { start_datetime, service_name } = next;
  const facts = { name, isClient: true, start_datetime, service_name };
  return <MessageLinks {...links} kind={fittingMessage(next, now)} facts={facts} />;
}

export interface ClientDialogProps {
  id: number;
  onClose: () => void;
}

/** 'Zakaži': a new appointment for them. Beside the dialog's own form, for HTML has no form within a form. */
function BookingButton({ client, onBooked }: { client: ClientDetails; onBooked: () => void }) {
  const [isBooking, setIsBooking] = useState(false);
  const { id, name, phone, email } = client;
  return (
    <>
      <Button variant="quiet" isBlock onClick={() => setIsBooking(true)} className="mb-5">
        <CalendarPlus aria-hidden="true" size={20} strokeWidth={1.75} />
        Zakaži
      </Button>
      {isBooking && (
        <NewAppointment
          preset={{ person: { id, name, phone, email } }}
          onClose={() => setIsBooking(false)}
          onCreated={onBooked}
        />
      )}
    </>
  );
}

/** The dialog 'Klijent': details, history and the owner's note (docs/spec/product.md §2.14). */
export function ClientDialog({ id, onClose }: ClientDialogProps) {
  const query = useQuery(clientQueries.one(id));
  return (
    <Dialog
      title="Klijent"
      lead={query.data?.name}
      onClose={onClose}
      hasCloseButton={!query.data} // the form has its own way out
    >
      {(requestClose) => (
        <Loaded query={query} fallback="Greška pri učitavanju korisnika." skeleton={<ClientSkeleton />}>
          {(client) => (
            <>
              <History client={client} />
              {client.phone && <Writing client={client} phone={client.phone} />}
              {client.active === 1 && <BookingButton client={client} onBooked={requestClose} />}
              <ClientForm client={client} onSaved={onClose} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
