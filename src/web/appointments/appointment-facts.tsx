import { CalendarClock, Mail, MessageSquareQuote, Sparkles, StickyNote, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { timeLeftText } from '#domain/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { guestNote, NO_SERVICE_LABEL, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { Chip } from '../ui/card.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { StatusChip } from './status-chip.tsx';

type Icon = typeof Mail;

function Fact({ icon: Icon, name, children }: { icon: Icon; name: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{name}: </span>
        {children}
      </span>
    </li>
  );
}

const SPACE = '\u00a0';

function Person({ appointment }: { appointment: Appointment }) {
  const phone = phoneOf(appointment);
  const note = guestNote(appointment);
  const name = personOf(appointment);
  return (
    <div className="mt-4">
      <h3 className="text-h1">{name}</h3>
      {note && <p className="text-soft">{note}</p>}
      {phone && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="font-medium whitespace-nowrap tabular-nums select-all">{phone}</span>
          <PhoneLinks phone={phone} of={name} />
        </div>
      )}
    </div>
  );
}

function serviceLine({ service_name, service_price }: Appointment): string {
  return service_name === null ? NO_SERVICE_LABEL : `${service_name}, ${priceText(service_price)}`;
}

function unbookedInWords(status: Appointment['status'], hasBegun: boolean): string {
  if (hasBegun) return 'Niko nije bio upisan.';
  return status === 'AVAILABLE' ? 'Slobodan termin, niko još nije upisan.' : 'Termin nije u ponudi.';
}

/** What is known of an appointment: status, person with their phone, service, note, why it was cancelled. */
export function AppointmentFacts({ appointment, now }: { appointment: Appointment; now: WallTime }) {
  const { status, start_datetime, end_datetime, client_email, notes, cancel_reason, cancelled_at } =
    appointment;
  const isBooking = status === 'BOOKED' || status === 'CANCELLED';
  const hasPerson = appointment.client_name !== null || appointment.guest_name !== null;
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <StatusChip status={status} />
        {status === 'BOOKED' && (
          <Chip>
            <CalendarClock aria-hidden="true" size={16} className="shrink-0" />
            {timeLeftText(now, start_datetime, end_datetime)}
          </Chip>
        )}
      </p>
      {hasPerson && <Person appointment={appointment} />}
      <ul className="mt-4 grid gap-2 empty:hidden">
        {isBooking && (
          <Fact icon={Sparkles} name="Usluga">
            {serviceLine(appointment)}
          </Fact>
        )}
        {client_email && (
          <Fact icon={Mail} name="Email">
            <a href={`mailto:${client_email}`} className="text-link-inline">
              {client_email}
            </a>
          </Fact>
        )}
        {notes && (
          <Fact icon={StickyNote} name="Napomena">
            <span className="whitespace-pre-line">{notes}</span>
          </Fact>
        )}
        {cancel_reason && (
          <Fact icon={MessageSquareQuote} name="Razlog otkazivanja">
            <span className="whitespace-pre-line">„{cancel_reason}“</span>
          </Fact>
        )}
        {cancelled_at && (
          <Fact icon={UserRound} name="Otkazano">
            Otkazano{SPACE}
            {displayDateTime(cancelled_at)}
          </Fact>
        )}
      </ul>
      {!hasPerson && !isBooking && !notes && (
        <p className="mt-4 text-soft">{unbookedInWords(status, now >= start_datetime)}</p>
      )}
    </>
  );
}
