import { CalendarPlus, StickyNote, UserX } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { ClientDetails } from '#contract/clients.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { counted, formatNumber, NO_SHOWS } from '#domain/wording/numbers.ts';
import { MessageLinks } from '../../appointments/messages/message-links.tsx';
import { NewAppointment } from '../../appointments/new-appointment.tsx';
import { useNow } from '../../lib/clock/clock.ts';
import { useIsDesktop } from '../../ui/browser.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Form, FormAlert, FormButtons } from '../../ui/form.tsx';
import { PhoneLinks } from '../../ui/phone-links.tsx';
import { ClientFields, useClientForm } from './client-form.tsx';
import { NextAppointment, OpenedAppointment, Visits } from './visits.tsx';

/** What the owner wrote down about the client, before anything else. */
function PrivateNote({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 lg:hidden">
      <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</span>
    </p>
  );
}

/** How often the client came and what that brought, how often they did not come or cancelled. */
function Figures({ client }: { client: ClientDetails }) {
  const main = [
    ['Posete', client.visits],
    ['Prihod (din)', client.revenue],
    ['Nedolasci', client.no_shows],
  ] as const;
  const cancelled = [
    ['Otkazivanja', client.cancellations],
    ['Kasna otkazivanja', client.late_cancellations],
  ] as const;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-line">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-px bg-line">
        {main.map(([name, count]) => (
          <div key={name} className="bg-card px-3 py-3 md:px-4">
            <dt className="text-label text-soft">{name}</dt>
            <dd className="mt-0.5 font-display text-h2 font-[440] wrap-anywhere tabular-nums">
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-px grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-px bg-line">
        {cancelled.map(([name, count]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-2 bg-card px-3 py-2 md:px-4"
          >
            <dt className="text-label text-soft">{name}</dt>
            <dd className={cx('text-small font-semibold tabular-nums', count === 0 && 'text-soft')}>
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      {client.last_visit && (
        <p className="border-t border-line bg-card px-3 py-2 text-label text-soft md:px-4">
          Poslednja poseta {displayDateTime(client.last_visit)}
        </p>
      )}
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

export interface ClientCardProps {
  client: ClientDetails;
  requestClose: () => void;
  onSaved: () => void;
}

/** A client's own fields, what to do for them, and how it has gone so far. */
export default function ClientCard({ client, requestClose, onSaved }: ClientCardProps) {
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
