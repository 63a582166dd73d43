import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { fittingMessage } from '#domain/visits/fitting-message.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf, serviceInFull } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { useNow } from '../lib/clock.ts';
import { lazyPage, useLazyPage } from '../lib/lazy-page.ts';
import { Loaded } from '../lib/loaded.tsx';
import { appointmentQueries } from '../lib/queries.ts';
import { TimeLeftChip } from '../my-appointments/time-left-chip.tsx';
import { HeroCrescent } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Section } from '../ui/page.tsx';
import { CardSkeleton, EmptyState } from '../ui/screen-states.tsx';
import { Greeting } from './greeting.tsx';
import { HomeLayout } from './home-layout.tsx';
import { OpenButton, type Opened, type Opening } from './open-button.tsx';
import { TodaysAppointments } from './todays-appointments.tsx';
import { UpcomingAbsences } from './upcoming-absences.tsx';

const openedAppointment = lazyPage(() => import('./opened-appointment.tsx'));

function OpenedDialog(props: { opened: Opened; onClose: () => void }) {
  const OpenedAppointment = useLazyPage(openedAppointment);
  return <OpenedAppointment {...props} />;
}

/** The owner's morning: who comes next, who comes today; each opens their appointment. */
export default function OwnerHome() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    openedAppointment.fetch().catch(reportError);
  }, []);
  return (
    <>
      <HomeLayout>
        <div className="max-md:hidden">
          <HeroCrescent />
        </div>
        <Greeting />
        <NextAppointment onOpen={setOpened} />
        <TodaysAppointments onOpen={setOpened} />
        <UpcomingAbsences />
      </HomeLayout>
      {opened && (
        <Suspense>
          <OpenedDialog opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
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
  return (
    <Section title="Sledeći termin">
      <Loaded
        query={next}
        fallback={FALLBACK}
        skeleton={<CardSkeleton />}
        empty={<EmptyState title="Nema zakazanih termina" isCard />}
      >
        {(appointment) => <NextCard appointment={appointment} onOpen={onOpen} />}
      </Loaded>
    </Section>
  );
}
