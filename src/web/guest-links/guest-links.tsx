import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Redirect } from 'wouter';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { textOfError } from '#contract/page-errors.ts';
import { t } from '#domain/language/translate.ts';
import { atMoment } from '#domain/wording/dates.ts';
import { timeChangedMessage } from '#domain/wording/notifications.ts';
import { ShareButton, TicketHead, useCalendarFile } from '../booking/ticket.tsx';
import { errorStatus } from '../lib/api.ts';
import { ChangeCard } from '../lib/appointment/change-card.tsx';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQuery, useSalon, useSalonName } from '../lib/queries/queries.ts';
import { andBack } from '../lib/routing/browser-router.tsx';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { bookingPath, movePath, paths } from '../lib/routing/paths.ts';
import {
  dropGuestTicket,
  dropPastGuestTickets,
  type GuestTicket,
  isDeadLink,
  isNews,
  keepGuestTicket,
  knownOf,
  useGuestTickets,
} from '../lib/session/guest-tickets.ts';
import { useSession, useWasRefused } from '../lib/session/session.ts';
import { BookingTicket, OwnCard } from '../my-appointments/booking-card.tsx';
import { Coming } from '../my-appointments/coming.tsx';
import { LastSeenLine } from '../my-appointments/last-seen.tsx';
import { Brand } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CardSkeleton, EmptyState, focusHeading, Page, Section } from '../ui/page.tsx';
import { Cancelled } from './cancelled.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

const noSms = lazyPage(() => import('./no-sms.tsx'));
const ticketParts = lazyPage(() => import('../my-appointments/own-holdings.tsx'));
const takeTicket = lazyPage(async () => ({
  default: (await import('../my-appointments/take-ticket.tsx')).TakeOpenedTicket,
}));

function GuestBookingView({ booking, token }: { booking: GuestBooking; token: string }) {
  const isClient = useSession()?.role === 'CLIENT';
  const file = useCalendarFile({ token });
  const sendsSms = useSalon().data?.sms === 1;
  if (booking.status !== 'BOOKED') return <Cancelled booking={booking} />;
  return (
    <>
      {isClient && <LazyPart part={takeTicket} props={{ token }} />}
      <TicketHead booking={booking} title={t('Vaš termin')} />
      <OwnCard
        of={{ token }}
        booking={booking}
        isPage
        question={<Coming of={{ token }} booking={booking} />}
      />
      <LazyPart part={ticketParts} props={{ of: { token }, booking }} />
      <div className="mt-4 grid gap-2">
        <Button
          icon={CalendarPlus}
          variant={booking.confirmed_at ? 'primary' : 'quiet'}
          isBlock
          isBusy={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('Dodaj u kalendar')}
        </Button>
        <ShareButton booking={booking} link={window.location.href} />
        {sendsSms && <LazyPart part={noSms} props={{ token }} />}
      </div>
    </>
  );
}

/** The booking of a link. The device keeps it with its ticket, to show it without a network, and refetches it when another tab changes it. */
function useGuestBooking(token: string) {
  const query = useQuery(guestLinkQuery(token));
  const now = useNow();
  const ticket = useGuestTickets(now).find((one) => one.token === token);
  const { data, error, failureReason, isFetching, refetch } = query;
  const [fresh, stored] = [data, ticket?.seen?.booking].map((one) => one && JSON.stringify(one));
  const keep = useEffectEvent((text: string | undefined, isClockKnown: boolean) => {
    if (!text || !isClockKnown || text === stored || !data || !now || !ticket) return;
    const known = ticket.known ?? knownOf(ticket.seen?.booking ?? data);
    keepGuestTicket({ ...ticket, known, seen: { at: now, booking: data } });
  });
  const isClockKnown = now !== null;
  useEffect(() => keep(fresh, isClockKnown), [fresh, isClockKnown]);
  const compare = useEffectEvent((text: string | undefined) => {
    if (fresh && text && fresh !== text) void refetch();
  });
  useEffect(() => compare(stored), [stored]);
  const isLost = data === undefined && errorStatus(error ?? failureReason) === 0;
  const offline = isLost && ticket?.seen && (
    <div>
      <LastSeenLine at={ticket.seen.at} isSlow={false} isRetrying={isFetching} retry={() => void refetch()} />
      <BookingTicket booking={ticket.seen.booking} />
    </div>
  );
  const isExpired = data?.deposit?.state === 'EXPIRED'; // its card says so, with its own next step
  const news = ticket && data && !isExpired && isNews(ticket, data) && (
    <GuestNews ticket={ticket} booking={data} />
  );
  return { query, offline, news };
}

/** What has changed of a guest's booking since she saw it, with the next step. docs/spec/behaviour.md §5.24 */
function GuestNews({
  ticket: { token, end, known },
  booking,
}: {
  ticket: GuestTicket;
  booking: GuestBooking;
}) {
  const today = useToday();
  if (!known || !today) return null;
  const isMoved = booking.status === 'BOOKED';
  const when = atMoment(booking.start_datetime, today);
  return (
    <ChangeCard
      text={isMoved ? timeChangedMessage(known, booking, today) : t('Termin {when} je otkazan.', { when })}
      reason={booking.cancel_reason}
      moved={isMoved ? { from: known.start_datetime, to: booking.start_datetime } : null}
      onSeen={() => keepGuestTicket({ token, end, known: knownOf(booking) })}
    >
      {isMoved ? (
        <ButtonLink to={movePath({ token })} variant="quiet">
          {t('Pomeri termin')}
        </ButtonLink>
      ) : (
        <ButtonLink
          to={bookingPath({ services: serviceIdsOf(booking), technician: booking.technician_id ?? null })}
        >
          {t('Izaberi novi termin')}
        </ButtonLink>
      )}
    </ChangeCard>
  );
}

/** The page /booking#termin=…: a guest's own booking, opened by the link from the booking page. */
export function GuestLinkPage({ token }: { token: string }) {
  const { query: booking, offline, news } = useGuestBooking(token);
  const skeleton = (
    <div className="mt-7">
      <CardSkeleton />
    </div>
  );
  return (
    <Page>
      <Brand name={useSalonName()} to={paths.home} />
      {isDeadLink(booking.error) ? (
        <EmptyState title={textOfError('guest_link_dead')}>
          <p className="text-soft">{t('Termin je prošao ili link nije potpun.')}</p>
          <ButtonLink to={paths.booking} className="mt-2">
            {t('Zakaži termin')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <Loaded query={booking} fallback={t(FALLBACK)} failed={offline} skeleton={offline || skeleton}>
          {(found) => (
            <>
              {found.status === 'BOOKED' && news && <div className="mt-4">{news}</div>}
              <GuestBookingView booking={found} token={token} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** Says that only this device shows the ticket of a booking. The button removes the ticket, and asks for confirmation if it is still booked. */
function KeptHere({ token, isBooked }: { token: string; isBooked: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    dropGuestTicket(token);
    focusHeading();
  };
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
      {isBooked && (
        <p className="basis-60 grow text-small text-soft">
          {t('Salon ima vaš termin. Karticu vidite samo na ovom telefonu.')}
        </p>
      )}
      <Button
        variant="text"
        isSmall
        className="-mr-3 ml-auto"
        onClick={isBooked ? () => setIsAsking(true) : remove}
      >
        {t('Skloni karticu')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          text={t(
            'Kartica nestaje samo sa ovog telefona: rezervacija ostaje. Do nje i dalje vodi link koji ste dobili.',
          )}
          giveUp={t('Zadrži')}
          action={t('Skloni karticu')}
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function Kept({ ticket: { token, end } }: { ticket: GuestTicket }) {
  const { query: booking, offline, news } = useGuestBooking(token);
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
  if (isCancelled && news) return <div className="order-first">{news}</div>;
  return (
    <div className={cx(news ? 'order-first' : isCancelled && 'order-last')}>
      {news && <div className="mb-3">{news}</div>}
      <Loaded query={booking} fallback={t(FALLBACK)} failed={offline} skeleton={offline || <CardSkeleton />}>
        {(found) =>
          found.status === 'BOOKED' ? (
            <OwnCard of={{ token }} booking={found} />
          ) : (
            <Card>
              <Cancelled booking={found} isCard />
            </Card>
          )
        }
      </Loaded>
      {booking.data && <KeptHere token={token} isBooked={booking.data.status === 'BOOKED'} />}
    </div>
  );
}

interface KeptTicketsProps {
  /** Rendered if there are no tickets. */
  otherwise?: ReactNode;
}

/** The tickets of bookings made on this device. docs/spec/behaviour.md §5.17 */
export default function KeptTickets({ otherwise }: KeptTicketsProps) {
  const now = useNow();
  const tickets = useGuestTickets(now);
  useEffect(() => {
    if (now !== null) dropPastGuestTickets(now);
  }, [now]);
  if (now !== null && tickets.length === 0) return otherwise;
  return (
    <>
      <h1 tabIndex={-1} className="mt-1 md:mt-6">
        {t(tickets.length > 1 ? 'Vaši termini' : 'Vaš termin')}
      </h1>
      <div className="mt-4 grid gap-4">
        {tickets.map((ticket) =>
          now === null ? <CardSkeleton key={ticket.token} /> : <Kept key={ticket.token} ticket={ticket} />,
        )}
      </div>
    </>
  );
}

/** The tickets that a client keeps out of the account, beside her own bookings. */
export function TicketsBeside() {
  const tickets = useGuestTickets(useNow()).filter(({ isAsked }) => isAsked);
  return (
    tickets.length > 0 && (
      <Section title={t('Zakazano bez naloga')}>
        <div className="grid gap-4">
          {tickets.map((ticket) => (
            <Kept key={ticket.token} ticket={ticket} />
          ))}
        </div>
      </Section>
    )
  );
}

/** The page /appointments for a visitor: the tickets on this device. Redirects to the login if there are none. */
export function GuestTicketsPage() {
  const tickets = useGuestTickets(useNow());
  const name = useSalonName();
  const wasRefused = useWasRefused();
  if (tickets.length === 0 || wasRefused) return <Redirect to={paths.login} {...andBack()} />;
  return (
    <Page>
      <Brand name={name} to={paths.home} />
      <KeptTickets />
      <div className="mt-8 grid gap-2 after-skeleton">
        <p className="text-center text-small text-soft">
          {t('Termine koje ste zakazali preko naloga vidite kada se prijavite.')}
        </p>
        <ButtonLink to={paths.login} variant="quiet" isBlock>
          {t('Prijava')}
        </ButtonLink>
      </div>
    </Page>
  );
}
