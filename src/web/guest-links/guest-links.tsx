import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import type { Deposit } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { textOfError } from '#contract/page-errors.ts';
import { areSameTimes } from '#domain/appointments/slots.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { referenceText } from '#domain/wording/deposits.ts';
import { ShareButton, TicketHead } from '../booking/ticket.tsx';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQuery, useSalon } from '../lib/queries/queries.ts';
import { andBack } from '../lib/routing/browser-router.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import {
  dropGuestTicket,
  dropPastGuestTickets,
  type GuestTicket,
  isDeadLink,
  keepGuestTicket,
  useGuestTickets,
} from '../lib/session/guest-tickets.ts';
import { useWasRefused } from '../lib/session/session.ts';
import { OwnCard } from '../my-appointments/booking-card.tsx';
import { Brand } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CardSkeleton, EmptyState, focusHeading, Page } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

function WhenAndWhy({ booking, className }: { booking: GuestBooking; className: string }) {
  const today = useToday();
  return (
    <div className={cx('wrap-break-word text-soft', className)}>
      <p>{whenInWords(booking, today)}</p>
      {booking.cancel_reason && <p className="whitespace-pre-line">{`Razlog: ${booking.cancel_reason}`}</p>}
    </div>
  );
}

/** Says that the deposit did not arrive in time, and asks guests who have paid to call the salon. */
function PaidTooLate({ deposit: { until, reference } }: { deposit: Deposit }) {
  const phone = useSalon().data?.phone;
  return (
    <div className="mb-6 grid gap-3">
      <p>
        <Chip tone="grey">
          <Clock size={16} strokeWidth={2} className="shrink-0" />
          {`Uplata nije stigla do ${clockOf(until)}`}
        </Chip>
      </p>
      <p className="rounded-card bg-blush px-4 py-3 text-small">
        <b className="font-semibold">Uplatili ste?</b> Pozovite salon
        {phone ? ', ' : '.'}
        {phone && (
          <>
            <a href={telephoneLink(phone)} className="text-link-inline">
              {phone}
            </a>
            .
          </>
        )}
        <span className="block tabular-nums">{`Poziv na broj: ${referenceText(reference)}`}</span>
      </p>
    </div>
  );
}

/** A free slot with the times of the booking, if possible of the same technician; undefined if there is none. */
function useSameSlot(booking: GuestBooking, isWanted: boolean) {
  const day = dateOf(booking.start_datetime);
  const { slots } = useFreeSlots(isWanted ? { from: day, to: day } : null);
  const same = slots.filter((slot) => areSameTimes(slot, booking));
  return same.find(({ technician_id }) => technician_id === booking.technician_id) ?? same[0];
}

function Cancelled({ booking }: { booking: GuestBooking }) {
  const expired = booking.deposit?.state === 'EXPIRED' ? booking.deposit : null;
  const slot = useSameSlot(booking, expired !== null);
  const day = dateOf(booking.start_datetime);
  const services = serviceIdsOf(booking);
  useEffect(focusHeading, []);
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        {expired ? 'Termin je oslobođen' : 'Termin je otkazan.'}
      </h1>
      <WhenAndWhy booking={booking} className="mt-1 mb-6" />
      {expired && <PaidTooLate deposit={expired} />}
      {slot && (
        <section className="mb-3">
          <h2 className="mb-2 text-h3">Još je slobodan</h2>
          <ButtonLink
            to={bookingPath({ services, day, slot: slot.id, technician: slot.technician_id ?? null })}
            isBlock
          >
            Rezerviši ponovo
          </ButtonLink>
        </section>
      )}
      <ButtonLink to={paths.booking} variant={slot ? 'quiet' : 'primary'} isBlock>
        {expired ? 'Izaberi drugo vreme' : 'Zakaži termin'}
      </ButtonLink>
    </>
  );
}

function GuestBookingView({ booking, token }: { booking: GuestBooking; token: string }) {
  if (booking.status !== 'BOOKED') return <Cancelled booking={booking} />;
  return (
    <>
      <TicketHead booking={booking} title="Vaš termin" />
      <OwnCard of={{ token }} booking={booking} isPage />
      <div className="mt-4">
        <ShareButton booking={booking} link={window.location.href} />
      </div>
    </>
  );
}

/** The page /booking#termin=…: a guest's own booking, opened by the link from the booking page. */
export function GuestLinkPage({ token }: { token: string }) {
  const salon = useSalon().data;
  const booking = useQuery(guestLinkQuery(token));
  const skeleton = (
    <div className="mt-7">
      <CardSkeleton />
    </div>
  );
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      {isDeadLink(booking.error) ? (
        <EmptyState title={textOfError('guest_link_dead')}>
          <p className="text-soft">Termin je prošao ili link nije potpun.</p>
          <ButtonLink to={paths.booking} className="mt-2">
            Zakaži termin
          </ButtonLink>
        </EmptyState>
      ) : (
        <Loaded query={booking} fallback={FALLBACK} skeleton={skeleton}>
          {(found) => <GuestBookingView booking={found} token={token} />}
        </Loaded>
      )}
    </Page>
  );
}

/** Says that only this device stores the guest's ticket. The button removes the ticket, and asks for confirmation if the appointment is still booked. */
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
  const booking = useQuery(guestLinkQuery(token));
  const isDead = isDeadLink(booking.error);
  const isCancelled = booking.data?.status === 'CANCELLED';
  const today = useToday();
  // the device keeps the link until the booking ends, or for a canceled booking at most until the end of today
  const endNow = isCancelled && today ? (`${today} 23:59:59` as const) : booking.data?.end_datetime;
  useEffect(() => {
    if (isDead) dropGuestTicket(token);
    else if (endNow && (isCancelled ? endNow < end : endNow !== end)) keepGuestTicket({ token, end: endNow });
  }, [isDead, token, end, endNow, isCancelled]);
  if (isDead) return null;
  return (
    <div className={cx(isCancelled && 'order-last')}>
      <Loaded query={booking} fallback={FALLBACK} skeleton={<CardSkeleton />}>
        {(found) =>
          found.status === 'BOOKED' ? (
            <OwnCard of={{ token }} booking={found} />
          ) : (
            <Card>
              <h2 className="text-h3">Termin je otkazan.</h2>
              <WhenAndWhy booking={found} className="text-small" />
            </Card>
          )
        }
      </Loaded>
      {booking.data && <KeptHere token={token} isBooked={booking.data.status === 'BOOKED'} />}
    </div>
  );
}

/** The tickets of bookings made on this device; renders `otherwise` if there are none. docs/spec/behaviour.md §5.17 */
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

/** The page /appointments for a visitor: the tickets on this device. Redirects to the login if there are none. */
export function GuestTicketsPage() {
  const salon = useSalon().data;
  const tickets = useGuestTickets(useNow());
  const wasRefused = useWasRefused();
  if (tickets.length === 0 || wasRefused) return <Redirect to={paths.login} {...andBack()} />;
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <KeptTickets />
      <div className="mt-8 grid gap-2 after-skeleton">
        <p className="text-center text-small text-soft">
          Termine koje ste zakazali preko naloga vidite kada se prijavite.
        </p>
        <ButtonLink to={paths.login} variant="quiet" isBlock>
          Prijava
        </ButtonLink>
      </div>
    </Page>
  );
}
