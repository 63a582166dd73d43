import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, UserX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ClientDetails } from '#contract/clients.ts';
import { fittingMessage } from '#domain/visits/fitting-message.ts';
import { counted, NO_SHOWS } from '#domain/wording/numbers.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { clientQueries } from '../lib/admin-queries.ts';
import { useNow } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useIsDesktop } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { Skeleton } from '../ui/screen-states.tsx';
import { ClientFields, useClientForm } from './card/client-form.tsx';
import { Figures, PrivateNote } from './card/figures.tsx';
import { NextAppointment, OpenedAppointment, Visits } from './card/visits.tsx';

/** As high as the card's first screen, so that nothing jumps. */
function ClientSkeleton() {
  return (
    <div role="status">
      <p className="text-soft">Učitavanje…</p>
      <div aria-hidden="true" className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

/** Number and town, and what to know before calling. */
function Contact({ client: { phone, city, no_shows, active } }: { client: ClientDetails }) {
  const contact = [phone, city].filter(Boolean).join(', ');
  return (
    <>
      {contact && <p className="-mt-2 mb-3 text-soft tabular-nums wrap-anywhere">{contact}</p>}
      {(no_shows > 0 || active === 0) && (
        <p className="mb-3 flex flex-wrap gap-2">
          {no_shows > 0 && (
            <Chip tone="warn">
              <UserX aria-hidden="true" size={16} className="shrink-0" />
              {counted(no_shows, NO_SHOWS)}
            </Chip>
          )}
          {active === 0 && <Chip tone="grey">Neaktivan</Chip>}
        </p>
      )}
    </>
  );
}

/** Calling and writing; with the text for the next appointment, where there is one. */
function Writing({ client: { name, next_appointment }, phone }: { client: ClientDetails; phone: string }) {
  const now = useNow();
  const next = now && next_appointment ? { ...next_appointment, status: 'BOOKED' as const } : null;
  const links = { phone, className: 'w-full' };
  if (!now || !next) return <PhoneLinks {...links} />;
  const { start_datetime, service_name } = next;
  const facts = { name, isClient: true, start_datetime, service_name };
  return <MessageLinks {...links} kind={fittingMessage(next, now)} facts={facts} />;
}

/** 'Zakaži': a new appointment for them. Outside of the card's form, for HTML has no form within a form. */
function BookingButton({ client, onBooked }: { client: ClientDetails; onBooked: () => void }) {
  const [isBooking, setIsBooking] = useState(false);
  const { id, name, phone, email } = client;
  return (
    <>
      <Button variant="quiet" isSmall isBlock onClick={() => setIsBooking(true)}>
        <CalendarPlus aria-hidden="true" size={20} strokeWidth={1.75} />
        Zakaži
      </Button>
      {isBooking &&
        createPortal(
          <NewAppointment
            preset={{ person: { id, name, phone, email } }}
            onClose={() => setIsBooking(false)}
            onCreated={onBooked}
          />,
          document.body,
        )}
    </>
  );
}

interface CardProps {
  client: ClientDetails;
  requestClose: () => void;
  onSaved: () => void;
}

function Card({ client, requestClose, onSaved }: CardProps) {
  const form = useClientForm(client, onSaved);
  const isDesktop = useIsDesktop();
  const [openedId, setOpenedId] = useState<number | null>(null);
  const past = (
    <div key="past" className="min-w-0">
      <div className="grid gap-3">
        {client.next_appointment && <NextAppointment next={client.next_appointment} onOpen={setOpenedId} />}
        <Figures client={client} />
      </div>
      <Visits client={client} onOpen={setOpenedId} />
    </div>
  );
  const fields = <ClientFields key="fields" client={client} form={form} />;
  return (
    <Form form={form}>
      <Contact client={client} />
      <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        {client.phone && <Writing client={client} phone={client.phone} />}
        {client.active === 1 && <BookingButton client={client} onBooked={requestClose} />}
        {client.notes && (
          <div className="md:col-span-full lg:hidden">
            <PrivateNote text={client.notes} />
          </div>
        )}
      </div>
      <div className="grid items-start lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-5">
        {isDesktop ? [fields, past] : [past, fields]}
      </div>
      <div className="has-[p]:mt-4">
        <FormAlert />
      </div>
      <DialogActions>
        <FormButtons />
      </DialogActions>
      <OpenedAppointment id={openedId} onClose={() => setOpenedId(null)} />
    </Form>
  );
}

/** A step back in the browser closes the card as its own button does. */
function Leaving({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return null;
}

export interface ClientDialogProps {
  id: number;
  onClose: () => void;
  /** The address asks for it no longer: it closes, or asks first where something was typed. */
  isLeaving?: boolean;
}

/** The dialog 'Klijent': everything about one client (docs/spec/product.md §2.14). */
export function ClientDialog({ id, onClose, isLeaving = false }: ClientDialogProps) {
  const query = useQuery(clientQueries.one(id));
  return (
    <Dialog
      title="Klijent"
      lead={
        query.data && (
          <span className="block font-display text-h1 font-[440] text-ink wrap-anywhere">
            {query.data.name}
          </span>
        )
      }
      onClose={onClose}
      isWide="most"
      hasCloseButton={!query.data} // the form has its own way out
    >
      {(requestClose) => (
        <>
          <Loaded query={query} fallback="Greška pri učitavanju korisnika." skeleton={<ClientSkeleton />}>
            {(client) => <Card client={client} requestClose={requestClose} onSaved={onClose} />}
          </Loaded>
          {isLeaving && <Leaving onLeave={requestClose} />}
        </>
      )}
    </Dialog>
  );
}
