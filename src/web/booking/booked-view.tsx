import { Bell, CalendarPlus, CalendarX, Link2, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { REMINDER_HOURS_BEFORE } from '#domain/limits.ts';
import { reminderFrom } from '#domain/notifications.ts';
import { phoneOf } from '#domain/wording/appointments.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import type { Booked } from '../lib/attempts.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { guestLinkPath, paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Brand } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import {
  Fact,
  SalonFacts,
  ServicesFact,
  ShareButton,
  TechnicianFact,
  Ticket,
  TicketHead,
  useCalendarFile,
} from './ticket.tsx';

/** The next steps for a client: when the reminder comes, if there is one, and how to cancel. */
function ClientsNext({ booked }: { booked: Booked }) {
  const now = useNow();
  const isReminded = now !== null && now < reminderFrom(booked.start_datetime);
  return (
    <>
      {isReminded && (
        <Fact icon={Bell}>{`Podsetićemo vas ${counted(REMINDER_HOURS_BEFORE, HOURS)} pre termina.`}</Fact>
      )}
      <Fact icon={CalendarX}>Ako ne možete da dođete, otkažite ga na strani Moji termini.</Fact>
    </>
  );
}

function GuestsNext() {
  return (
    <>
      <Fact icon={Link2} note="Sačuvan je i na ovom uređaju.">
        Sačuvajte link: preko njega vidite termin i možete ga otkazati.
      </Fact>
      <Fact icon={CalendarX}>Ako ne možete da dođete, otkažite ga preko linka ili pozovite salon.</Fact>
    </>
  );
}

function Actions({ booked }: { booked: Booked }) {
  const { guest_link: token, id } = booked;
  const path = token && guestLinkPath(token);
  const file = useCalendarFile(token ? { token } : { id });
  return (
    <>
      <Button icon={CalendarPlus} isBlock isBusy={file.isPending} onClick={() => file.mutate()}>
        Dodaj u kalendar
      </Button>
      {path && <ShareButton booking={booked} link={`${window.location.origin}${path}`} />}
      <ButtonLink to={path ?? paths.appointments} variant={path ? 'text' : 'quiet'} isBlock>
        {path ? 'Otvori moj termin' : 'Moji termini'}
      </ButtonLink>
    </>
  );
}

const bookedByOwner = lazyPage(() => import('./booked-by-owner.tsx'));
const pushOffer = lazyPage(() => import('../lib/device/push-offer.tsx'));

export default function BookedView({ booked }: { booked: Booked }) {
  const salon = useSalon().data;
  const role = useSession()?.role;
  const person = booked.guest_name ?? (role === 'ADMIN' ? booked.client_name : null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <TicketHead
        ref={heading}
        booking={booked}
        title="Termin je rezervisan."
        lead={role === 'ADMIN' && 'Upisan je u kalendar salona.'}
      />
      <Ticket booking={booked}>
        <ServicesFact services={booked.services} />
        <TechnicianFact of={booked} />
        {person !== null && (
          <Fact icon={User} note={phoneOf(booked)}>
            {person}
          </Fact>
        )}
        {role !== 'ADMIN' && <SalonFacts />}
      </Ticket>
      <div className="mt-4 grid gap-2">
        {role === 'ADMIN' ? (
          <LazyPart part={bookedByOwner} props={{ booked }} />
        ) : (
          <Actions booked={booked} />
        )}
      </div>
      {role !== 'ADMIN' && (
        <Section title="Šta je sledeće">
          <ul className="grid gap-2">{role ? <ClientsNext booked={booked} /> : <GuestsNext />}</ul>
        </Section>
      )}
      {role === 'CLIENT' && <LazyPart part={pushOffer} props={{}} />}
    </Page>
  );
}
