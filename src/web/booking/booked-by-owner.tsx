import type { Appointment } from '#contract/appointments.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { MessageLinks } from '../appointments/message-links.tsx';
import { paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';

/** The owner's actions after a booking: send the confirmation, book the next one, return to the calendar. */
export default function BookedByOwner({ booked }: { booked: Appointment }) {
  const phone = phoneOf(booked);
  return (
    <>
      {phone !== null && (
        <section aria-labelledby="posalji-potvrdu" className="mb-4">
          <h2 id="posalji-potvrdu" className="mb-2 text-h3">
            Pošalji potvrdu
          </h2>
          <MessageLinks
            phone={phone}
            of={personOf(booked)}
            kind="confirmation"
            facts={messageFacts(booked)}
            isWriting
            className="w-full"
          />
        </section>
      )}
      <ButtonLink to={paths.booking} isBlock>
        Novi termin
      </ButtonLink>
      <ButtonLink to={paths.adminCalendar} variant="quiet" isBlock>
        Kalendar
      </ButtonLink>
    </>
  );
}
