import { Bell, CalendarX, Link2, MapPin, Paintbrush, Phone, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { whenInWords } from '#salon/appointments/appointment-in-words.ts';
import { REMINDER_HOURS_BEFORE } from '#salon/limits.ts';
import { reminderFrom } from '#salon/notices/reminder.ts';
import { dateOf } from '#salon/salon-time.ts';
import { counted, durationText, HOURS, priceText } from '#salon/serbian.ts';
import { onWeekday } from '#salon/serbian-dates.ts';
import { useNow } from '../../api/clock/use-now.ts';
import { useSession } from '../../api/session/session.ts';
import { useSalon } from '../../api/use-salon.ts';
import { useServices } from '../../api/use-services.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/action/button.tsx';
import { Brand } from '../../ui/part/brand.tsx';
import { Page, Section } from '../../ui/part/page.tsx';
import { telephoneLink } from '../../ui/phone/phone-addresses.ts';
import type { Booked } from '../confirm/attempts.ts';
import { CalendarButton } from './calendar-button.tsx';
import { Fact } from './fact.tsx';
import { ShareButton } from './share-button.tsx';
import { Ticket } from './ticket.tsx';

function BookedTicket({ booked }: { booked: Booked }) {
  const salon = useSalon().data;
  const service = useServices().data?.find(({ id }) => id === booked.service_id);
  const isForGuest = booked.guest_name !== null;
  return (
    <Ticket start={booked.start_datetime} end={booked.end_datetime}>
      {booked.service_name && (
        <Fact
          icon={Paintbrush}
          note={service && `${durationText(service.duration_minutes)}, ${priceText(booked.service_price)}`}
        >
          {booked.service_name}
        </Fact>
      )}
      {isForGuest && (
        <Fact icon={User} note={booked.guest_phone}>
          {booked.guest_name}
        </Fact>
      )}
      {salon?.address && <Fact icon={MapPin}>{salon.address}</Fact>}
      {salon?.phone && (
        <Fact icon={Phone}>
          <a href={telephoneLink(salon.phone)} className="text-link-inline">
            {salon.phone}
          </a>
        </Fact>
      )}
    </Ticket>
  );
}

/** What comes next for a client: the reminder, where there will be one, and how to cancel. */
function ClientsNext({ booked }: { booked: Booked }) {
  const now = useNow();
  const isReminded = now !== null && now < reminderFrom(booked.start_datetime);
  return (
    <>
      {isReminded && (
        <Fact icon={Bell}>{`Podsetićemo vas ${counted(REMINDER_HOURS_BEFORE, HOURS)} pre termina.`}</Fact>
      )}
      <Fact icon={CalendarX}>Ako ne možete da dođete, otkažite ga u delu Moji termini.</Fact>
    </>
  );
}

function GuestsNext() {
  return (
    <>
      <Fact icon={Link2}>Sačuvajte link: preko njega vidite termin i možete ga otkazati.</Fact>
      <Fact icon={CalendarX}>Ako ne možete da dođete, otkažite ga preko linka ili pozovite salon.</Fact>
    </>
  );
}

function Actions({ booked, isOwner }: { booked: Booked; isOwner: boolean }) {
  const { guest_link, id } = booked;
  if (guest_link === null) {
    return (
      <>
        <CalendarButton of={{ id }} />
        {isOwner ? (
          <ButtonLink to={paths.adminCalendar} variant="quiet" isBlock>
            Kalendar
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.appointments} variant="quiet" isBlock>
            Moji termini
          </ButtonLink>
        )}
      </>
    );
  }
  const link = `${window.location.origin}${paths.booking}?termin=${encodeURIComponent(guest_link)}`;
  const text = `Termin: ${whenInWords(booked)}`;
  return (
    <>
      <CalendarButton of={{ token: guest_link }} />
      <ShareButton text={text} link={link} />
      <ButtonLink to={`${paths.booking}?termin=${encodeURIComponent(guest_link)}`} variant="text" isBlock>
        Otvori moj termin
      </ButtonLink>
    </>
  );
}

/** It is booked: what, when, where, and what comes next. */
export function BookedView({ booked }: { booked: Booked }) {
  const salon = useSalon().data;
  const role = useSession()?.role;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <h1 ref={heading} tabIndex={-1} className="mt-7">
        Termin je rezervisan.
      </h1>
      <p className="mt-1 mb-6 text-soft">
        {role === 'ADMIN'
          ? 'Upisan je u kalendar salona.'
          : `Vidimo se ${onWeekday(dateOf(booked.start_datetime))}.`}
      </p>
      <BookedTicket booked={booked} />
      <div className="mt-4 grid gap-2">
        <Actions booked={booked} isOwner={role === 'ADMIN'} />
      </div>
      {role !== 'ADMIN' && (
        <Section title="Šta je sledeće">
          <ul className="grid gap-2">{role ? <ClientsNext booked={booked} /> : <GuestsNext />}</ul>
        </Section>
      )}
    </Page>
  );
}
