import { Bell, CalendarPlus, CalendarX, Link2, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#domain/language/translate.ts';
import { MAIL_REMINDER_HOURS_BEFORE, REMINDER_HOURS_BEFORE } from '#domain/limits.ts';
import { reminderFrom } from '#domain/notifications.ts';
import { phoneOf } from '#domain/wording/appointments.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import type { Booked } from '../lib/attempts.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { guestLinkPath, paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { ownItem } from '../lib/session/session-items.ts';
import { Brand } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { DeadlineNote } from './deadline-note.tsx';
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

/** The next steps for a client: when the reminder reaches her, by push on this device or by mail, and how to cancel. */
function ClientsNext({ booked }: { booked: Booked }) {
  const now = useNow();
  const hasMail = useSalon().data?.mail;
  const hours = ownItem('pushed-to') ? REMINDER_HOURS_BEFORE : hasMail && MAIL_REMINDER_HOURS_BEFORE;
  const isReminded = hours && now !== null && now < reminderFrom(booked.start_datetime, hours);
  return (
    <>
      {isReminded && (
        <Fact icon={Bell}>{t('Podsetićemo vas {hours} pre termina.', { hours: counted(hours, HOURS) })}</Fact>
      )}
      <Fact icon={CalendarX} note={<DeadlineNote />}>
        {t('Ako ne možete da dođete, otkažite ga na strani Moji termini.')}
      </Fact>
    </>
  );
}

function GuestsNext() {
  return (
    <>
      <Fact icon={Link2} note={t('Karticu vidite i na ovom telefonu.')}>
        {t('Pošaljite sebi link na Viber, da termin nađete i kad promenite telefon.')}
      </Fact>
      <Fact icon={CalendarX} note={<DeadlineNote />}>
        {t('Ako ne možete da dođete, otkažite ga preko linka ili pozovite salon.')}
      </Fact>
    </>
  );
}

const bookingOf = ({ guest_link: token, id }: Booked) => (token ? { token } : { id });

function Actions({ booked }: { booked: Booked }) {
  const { guest_link: token } = booked;
  const path = token && guestLinkPath(token);
  const file = useCalendarFile(bookingOf(booked));
  return (
    <>
      <Button icon={CalendarPlus} isBlock isBusy={file.isPending} onClick={() => file.mutate()}>
        {t('Dodaj u kalendar')}
      </Button>
      {path && <ShareButton booking={booked} link={`${window.location.origin}${path}`} />}
      <ButtonLink to={path ?? paths.appointments} variant={path ? 'text' : 'quiet'} isBlock>
        {t(path ? 'Otvori moj termin' : 'Moji termini')}
      </ButtonLink>
    </>
  );
}

const ownWishes = lazyPage(() => import('../pictures/own-wishes.tsx'));
const pushOffer = lazyPage(() => import('../lib/device/push-offer.tsx'));

export default function BookedView({ booked }: { booked: Booked }) {
  const salon = useSalon().data;
  const session = useSession();
  const { guest_name } = booked;
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
        title={t('Termin je rezervisan.')}
        waitingTitle={t('Zahtev je poslat.')}
      />
      <Ticket booking={booked}>
        <ServicesFact services={booked.services} />
        <TechnicianFact of={booked} />
        {guest_name !== null && (
          <Fact icon={User} note={phoneOf(booked)}>
            {guest_name}
          </Fact>
        )}
        <SalonFacts />
      </Ticket>
      <LazyPart part={ownWishes} props={{ of: bookingOf(booked), booking: booked }} />
      <div className="mt-4 grid gap-2">
        <Actions booked={booked} />
      </div>
      <Section title={t('Šta je sledeće')}>
        <ul className="grid gap-2">{session ? <ClientsNext booked={booked} /> : <GuestsNext />}</ul>
      </Section>
      {session?.role === 'CLIENT' && <LazyPart part={pushOffer} props={{}} />}
    </Page>
  );
}
