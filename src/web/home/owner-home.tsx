import { useQuery } from '@tanstack/react-query';
import { Bell, Check, ChevronDown, LayoutDashboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { isDayOver, stillFreeText } from '#domain/appointments/day.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { addDays, clockOf, dateOf, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import { closedInWords } from '#domain/wording/absences.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { dayInWords, dayName, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { workText } from '#domain/work/work.ts';
import { GuestsToCall } from '../absences/guests-to-call.tsx';
import { FirstSteps } from '../admin/first-steps.tsx';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { useLastSeen } from '../lib/device/last-seen.ts';
import { usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { absenceQueries, appointmentQueries } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { TimeLeftChip } from '../my-appointments/booking-card.tsx';
import { LoadedOrStored } from '../my-appointments/last-seen.tsx';
import {
  AppointmentDays,
  AppointmentRows,
  OpenButton,
  type Opened,
  type Opening,
} from '../salon-appointments/appointment-rows.tsx';
import { PriceList } from '../services/price-list.tsx';
import { HeroCrescent, LunulaRule } from '../ui/brand.tsx';
import { Button, IconLink } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Awaited, CardSkeleton, ListSkeleton, Page, Section } from '../ui/page.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { BrandBar } from './home-layout.tsx';
import { Greeting, UnreadLink, UpcomingAbsences } from './own-parts.tsx';
import { SalonLinks } from './salon-links.tsx';

const openedAppointment = lazyPage(() => import('../salon-appointments/opened-appointment.tsx'));
const waitingRequests = lazyPage(() => import('./waiting-requests.tsx'));
const roundLines = lazyPage(() => import('../told/round-lines.tsx'));
const lateButton = lazyPage(() => import('../told/late-button.tsx'));
const restoredNote = lazyPage(() => import('./restored-note.tsx'));
const openMoney = lazyPage(() => import('../payments/open-money.tsx'));

const SumOf = ({ rows }: { rows: readonly SalonAppointment[] }) =>
  rows.length > 0 && <b className="font-semibold text-ink">{daySumText(daySum(rows))}</b>;

/** Styles for two columns: next client and absences on the left, the day on the right. Phones get one column. */
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:items-start md:gap-x-12';

/** The owner's home page: the next appointment, today's appointments (with tomorrow's when today is over), and the price list. */
export default function OwnerHome() {
  const hasPayments = usePaymentsOn() && !isTechnician();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open: Opening['onOpen'] = (appointment, to) => setOpened({ appointment, to });
  useEffect(() => void prefetch([openedAppointment.fetch]), []);
  return (
    <Page width="home">
      <BrandBar>
        <span className="flex">
          <IconLink icon={LayoutDashboard} label="Admin panel" to={paths.admin} />
          <UnreadLink icon={Bell} label="Notifikacije" to={paths.adminNotifications} />
        </span>
      </BrandBar>
      <div className="max-md:hidden">
        <HeroCrescent />
      </div>
      <Greeting />
      <div className="mt-8 empty:hidden md:-mb-8">
        <FirstSteps />
      </div>
      <div className="mt-8 empty:hidden">
        {!isTechnician() && <LazyPart part={restoredNote} props={{}} fallback={null} />}
      </div>
      <GuestsToCall className="mt-8" />
      <div className={COLUMNS}>
        <div>
          <NextAppointment onOpen={open} />
          <LazyPart part={roundLines} props={{}} fallback={<Awaited />} />
          <LazyPart part={waitingRequests} props={{ onOpen: open }} fallback={<Awaited />} />
          {hasPayments && <LazyPart part={openMoney} props={{ onOpen: open }} fallback={<Awaited />} />}
        </div>
        <div className="max-md:after-skeleton md:col-start-2 md:row-span-2 md:row-start-1">
          <TodaysAppointments onOpen={open} />
        </div>
        <div className="after-skeleton">
          <WaitingLink look="row" className="mt-8" />
          <UpcomingAbsences />
        </div>
      </div>
      <div className="after-skeleton">
        <LunulaRule />
        {/* two columns on desktops: a single column would double the height of the page */}
        <section className="md:[&_li]:break-inside-avoid md:[&_ul]:columns-2 md:[&_ul]:gap-18">
          <h2>Cenovnik</h2>
          <PriceList />
        </section>
        <div className="mt-8">
          <SalonLinks />
        </div>
      </div>
      {opened && <LazyPart part={openedAppointment} props={{ opened, onClose: () => setOpened(null) }} />}
    </Page>
  );
}

function NextCard({ appointment, onOpen }: Opening & { appointment: SalonAppointment }) {
  const { id, start_datetime, end_datetime, last_work } = appointment;
  const now = useNow();
  const phone = phoneOf(appointment);
  const isToday = now !== null && dateOf(now) === dateOf(start_datetime);
  return (
    <Card isBooked data-appointment-id={id}>
      <TimeLeftChip appointment={appointment} />
      <h3 className="mt-3 text-h1 wrap-break-word">
        <OpenButton onPress={() => onOpen(appointment)}>{personOf(appointment)}</OpenButton>
      </h3>
      <p className="font-semibold tabular-nums">
        {timeRange(start_datetime, end_datetime)}
        {!isToday && (
          <span className="font-normal">, {dayInWords(dateOf(start_datetime), now && dateOf(now))}</span>
        )}
      </p>
      {appointment.expected && (
        <p className="text-small font-semibold text-warn">{`→ oko ${clockOf(appointment.expected)}`}</p>
      )}
      <p className="text-small text-soft">{serviceInFull(appointment)}</p>
      <p className="text-small text-soft">{guestNote(appointment)}</p>
      {last_work && <p className="text-small">{`Prošli put: ${workText(last_work.values)}`}</p>}
      {appointment.notes && <p className="mt-2 text-small whitespace-pre-line">{appointment.notes}</p>}
      {phone && (
        <MessageLinks
          phone={phone}
          of={personOf(appointment)}
          kind={now && fittingMessage(appointment, now)}
          facts={messageFacts(appointment)}
          className="relative mt-4"
        />
      )}
      <CardFoot className="relative">
        <Button variant="text" isSmall onClick={() => onOpen(appointment, 'edit')}>
          Izmeni
        </Button>
        <Button variant="danger-text" isSmall onClick={() => onOpen(appointment, 'cancel')}>
          Otkaži termin
        </Button>
      </CardFoot>
    </Card>
  );
}

function NextAppointment({ onOpen }: Opening) {
  const next = useQuery(appointmentQueries.next());
  const standIn = useLastSeen(next);
  return (
    <Section
      title={standIn && next.data === undefined ? 'Sledeći termini' : 'Sledeći termin'}
      aside={next.data && <LazyPart part={lateButton} props={{}} />}
    >
      <LoadedOrStored
        query={next}
        standIn={standIn}
        none="Nema zakazanih termina"
        stored={(appointments) => <AppointmentDays appointments={appointments} showsPhone />}
        fallback="Greška pri učitavanju termina."
        skeleton={<CardSkeleton />}
        empty={<p className="text-soft">Nema zakazanih termina</p>}
      >
        {(appointment) => <NextCard appointment={appointment} onOpen={onOpen} />}
      </LoadedOrStored>
    </Section>
  );
}

const TOMORROW_FALLBACK = 'Greška pri učitavanju termina za sutra';

function FreeOrClosed({ date, today }: { date: WallDate; today: WallDate }) {
  const absence = useQuery(absenceQueries.upcoming()).data?.find((one) => isAbsentOn(date, [one]));
  const { slots } = useFreeSlots({ from: date, to: date });
  const text = absence ? closedInWords(absence, today) : stillFreeText(slots);
  return text ? <p className="mt-3 text-small text-soft tabular-nums">{text}</p> : null;
}

function Tomorrow({ today, onOpen }: Opening & { today: WallDate }) {
  const date = addDays(today, 1);
  const query = useQuery(appointmentQueries.bookedOn(date));
  return (
    <Section title={`Sutra, ${dayName(weekdayOf(date))}`} aside={<SumOf rows={query.data ?? []} />}>
      <Loaded
        query={query}
        fallback={TOMORROW_FALLBACK}
        skeleton={<ListSkeleton rows={4} />}
        empty={<p className="text-soft">Sutra nema zakazanih termina</p>}
      >
        {(rows) => <AppointmentRows appointments={rows} onOpen={onOpen} />}
      </Loaded>
      <FreeOrClosed date={date} today={today} />
    </Section>
  );
}

/** The section 'Danas je sve završeno' with the sum of the day. The list of the day's appointments can be collapsed. */
function DoneDay({ appointments, onOpen }: Opening & { appointments: readonly SalonAppointment[] }) {
  return (
    <details open className="group overflow-hidden rounded-card border border-line bg-card">
      <summary className="flex min-h-17 cursor-pointer list-none items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-blush [&::-webkit-details-marker]:hidden">
        <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-ok-tint text-ok">
          <Check size={22} strokeWidth={2} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block">Danas je sve završeno</span>
          <span className="block text-small font-semibold">{daySumText(daySum(appointments))}</span>
        </span>
        <ChevronDown
          strokeWidth={2}
          className="shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <AppointmentRows
        appointments={appointments}
        onOpen={onOpen}
        isDense
        className="rounded-none border-x-0 border-b-0"
      />
    </details>
  );
}

/** Today's bookings sorted by start, with the sum of their prices. Once all have ended, tomorrow's bookings follow. */
function TodaysAppointments({ onOpen }: Opening) {
  const now = useNow();
  const today = useQuery(appointmentQueries.bookedOn(now && dateOf(now)));
  const booked = today.data ?? [];
  const isOver = now !== null && today.data !== undefined && isDayOver(booked, now);
  return (
    <>
      <Section title="Današnji termini" aside={!isOver && <SumOf rows={booked} />}>
        <Loaded
          query={today}
          fallback="Greška pri učitavanju termina za danas"
          skeleton={<ListSkeleton rows={4} />}
          empty={<p className="text-soft">Danas nema zakazanih termina</p>}
        >
          {(appointments) =>
            isOver ? (
              <DoneDay appointments={appointments} onOpen={onOpen} />
            ) : (
              <AppointmentRows appointments={appointments} onOpen={onOpen} />
            )
          }
        </Loaded>
      </Section>
      {isOver && <Tomorrow today={dateOf(now)} onOpen={onOpen} />}
    </>
  );
}
