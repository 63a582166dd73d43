import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf, serviceInFull } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { FirstSteps } from '../admin/first-steps.tsx';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { useNow } from '../lib/clock.ts';
import { useLastSeen } from '../lib/device/use-last-seen.ts';
import { lazyPage, useLazyPage } from '../lib/lazy-page.ts';
import { Loaded } from '../lib/loaded.tsx';
import { appointmentQueries } from '../lib/queries.ts';
import { LastSeenLine } from '../my-appointments/last-seen.tsx';
import { TimeLeftChip } from '../my-appointments/time-left-chip.tsx';
import { LastSeenDays } from '../salon-appointments/last-seen-days.tsx';
import { OpenButton, type Opened, type Opening } from '../salon-appointments/open-button.tsx';
import { PriceList } from '../services/price-list.tsx';
import { HeroCrescent, LunulaRule } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Page, Section } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { Greeting } from './greeting.tsx';
import { BrandBar } from './home-layout.tsx';
import { SalonLinks } from './salon-links.tsx';
import { TodaysAppointments } from './todays-appointments.tsx';
import { UpcomingAbsences } from './upcoming-absences.tsx';

const openedAppointment = lazyPage(() => import('../salon-appointments/opened-appointment.tsx'));

function OpenedDialog(props: { opened: Opened; onClose: () => void }) {
  const OpenedAppointment = useLazyPage(openedAppointment);
  return <OpenedAppointment {...props} />;
}

/** Who comes next and when the salon is closed beside the day; on phones one after the other. */
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:items-start md:gap-x-12';

/** The owner's day: who comes next, who comes today, once that is over tomorrow; the price list last. */
export default function OwnerHome() {
  const now = useNow();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    openedAppointment.fetch().catch(reportError);
  }, []);
  return (
    <Page width="home">
      <BrandBar />
      <div className="max-md:hidden">
        <HeroCrescent />
      </div>
      <Greeting />
      <div className="mt-8 empty:hidden md:-mb-8">
        <FirstSteps />
      </div>
      <div className={COLUMNS}>
        <NextAppointment onOpen={setOpened} />
        <div className="max-md:after-skeleton md:col-start-2 md:row-span-2 md:row-start-1">
          <TodaysAppointments now={now} onOpen={setOpened} />
        </div>
        <div className="after-skeleton">
          <WaitingLink look="row" className="mt-8" />
          <UpcomingAbsences />
        </div>
      </div>
      <div className="after-skeleton">
        <Prices />
        <div className="mt-8">
          <SalonLinks />
        </div>
      </div>
      {opened && (
        <Suspense>
          <OpenedDialog opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Page>
  );
}

/** On desktops in two columns: it is as long as all that stands above it. */
function Prices() {
  return (
    <>
      <LunulaRule />
      <section className="md:[&_li]:break-inside-avoid md:[&_ul]:columns-2 md:[&_ul]:gap-18">
        <h2>Cenovnik</h2>
        <PriceList />
      </section>
    </>
  );
}

const FALLBACK = 'Greška pri učitavanju termina.';

function NextCard({ appointment, onOpen }: Opening & { appointment: Appointment }) {
  const { id, start_datetime, end_datetime } = appointment;
  const now = useNow();
  const phone = phoneOf(appointment);
  const isToday = now !== null && dateOf(now) === dateOf(start_datetime);
  return (
    <Card isBooked data-appointment-id={id}>
      <TimeLeftChip appointment={appointment} />
      <h3 className="mt-3 text-h1 wrap-break-word">
        <OpenButton onPress={() => onOpen({ appointment, to: 'see' })}>{personOf(appointment)}</OpenButton>
      </h3>
      <p className="font-semibold tabular-nums">
        {timeRange(start_datetime, end_datetime)}
        {!isToday && (
          <span className="font-normal">, {dayInWords(dateOf(start_datetime), now && dateOf(now))}</span>
        )}
      </p>
      <p className="text-small text-soft">{serviceInFull(appointment)}</p>
      <p className="text-small text-soft">{guestNote(appointment)}</p>
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
        <Button variant="text" isSmall onClick={() => onOpen({ appointment, to: 'edit' })}>
          Izmeni
        </Button>
        <Button variant="danger-text" isSmall onClick={() => onOpen({ appointment, to: 'cancel' })}>
          Otkaži termin
        </Button>
      </CardFoot>
    </Card>
  );
}

/** The owner's next client, and how long until then. */
function NextAppointment({ onOpen }: Opening) {
  const next = useQuery(appointmentQueries.next());
  const standIn = useLastSeen(next);
  const now = useNow();
  if (standIn && next.data === undefined) {
    return (
      <Section title="Sledeći termini">
        <LastSeenDays standIn={standIn} now={now} />
      </Section>
    );
  }
  return (
    <Section title="Sledeći termin">
      <Loaded
        query={next}
        fallback={FALLBACK}
        skeleton={<CardSkeleton />}
        failed={standIn && <LastSeenLine standIn={standIn} />}
        empty={<p className="text-soft">Nema zakazanih termina</p>}
      >
        {(appointment) => <NextCard appointment={appointment} onOpen={onOpen} />}
      </Loaded>
    </Section>
  );
}
