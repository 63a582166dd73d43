import { useMutation } from '@tanstack/react-query';
import { CalendarPlus, type LucideIcon, MapPin, Paintbrush, Phone, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { errorText, request } from '../lib/api.ts';
import { ServiceLines } from '../lib/appointment/service-lines.tsx';
import { saveFile } from '../lib/device/save-file.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { Lunula } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { telephoneLink } from '../ui/phone-links.tsx';
import { toast } from '../ui/toast.ts';

export interface TicketProps {
  start: WallTime;
  end: WallTime;
  /** The appointment's id, by which the page finds the ticket. */
  id?: number | undefined;
  /** Content above the time. */
  above?: ReactNode;
  /** Content next to the time. */
  aside?: ReactNode;
  /** Whether the booking still waits for its deposit: pale colors, a dashed edge. */
  isHeld?: boolean;
  /** The `CardFoot` with the actions. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The ticket of a booking: the time on gold, the facts below. */
export function Ticket({ start, end, id, above, aside, isHeld, foot, children }: TicketProps) {
  return (
    <article data-appointment-id={id} className="overflow-hidden rounded-card border border-line bg-card">
      <div
        className={cx(
          'relative overflow-hidden px-5 pt-6 pb-5',
          isHeld ? 'border-b border-dashed border-booked bg-booked/30' : 'bg-booked text-on-booked',
        )}
      >
        <Lunula className="absolute top-3.5 -right-11 w-37 rotate-42 text-white opacity-42" />
        {above && <div className="relative -mt-1 mb-2.5">{above}</div>}
        <div className="relative flex items-start justify-between gap-3">
          <p className="time-xl">{timeRange(start, end)}</p>
          {aside}
        </div>
        <p className="relative">{dayInWordsWithYear(dateOf(start))}</p>
      </div>
      <div className="p-5">
        <ul className="grid gap-2">{children}</ul>
        {foot}
      </div>
    </article>
  );
}

export interface FactProps {
  icon: LucideIcon;
  /** A small note under the fact. */
  note?: ReactNode;
  children: ReactNode;
}

/** An item in a list of facts: icon, text, and an optional note. */
export function Fact({ icon: Icon, note, children }: FactProps) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0 wrap-break-word">
        {children}
        {note && <span className="block text-small text-soft">{note}</span>}
      </span>
    </li>
  );
}

/** The booked services: one with length and price, or several as lines with their sum. */
export function ServicesFact({ services }: { services: Appointment['services'] }) {
  const [service, ...others] = services;
  if (!service) return null;
  if (others.length > 0)
    return (
      <li className="border-b border-line pb-2">
        <ServiceLines lines={services} />
      </li>
    );
  return (
    <Fact icon={Paintbrush} note={lengthAndPrice(services)}>
      {service.name}
    </Fact>
  );
}

/** The technician of a booking, in a salon with several technicians. */
export const TechnicianFact = ({ of: { technician_name: name } }: { of: Named }) =>
  name ? <Fact icon={UserRound}>{ofTechnician(name)}</Fact> : null;

type Named = { readonly technician_name?: string | undefined };

/** The salon's address, and its phone number as a link. */
export function SalonFacts() {
  const salon = useSalon().data;
  return (
    <>
      {salon?.address && <Fact icon={MapPin}>{salon.address}</Fact>}
      {salon?.phone && (
        <Fact icon={Phone}>
          <a
            href={telephoneLink(salon.phone)}
            className="-my-2.5 inline-flex min-h-11 items-center text-link-inline"
          >
            {salon.phone}
          </a>
        </Fact>
      )}
    </>
  );
}

const FALLBACK = 'Greška pri učitavanju';

/** The booking to download: a client's by its id, a guest's by the token of the link. */
type CalendarOf = { id: number } | { token: string };

/** Downloads a booking as a calendar file, for the button 'Dodaj u kalendar'. */
export function useCalendarFile(of: CalendarOf) {
  return useMutation({
    mutationFn: () =>
      'id' in of
        ? request('GET /appointments/{id}/calendar', { params: of })
        : request('POST /guest-link/calendar', { body: of }),
    onSuccess: ({ ics }) => saveFile({ name: 'termin.ics', type: 'text/calendar', text: ics }),
    onError: (error) => toast('error', errorText(error, FALLBACK)),
  });
}

export function CalendarButton({ of }: { of: CalendarOf }) {
  const file = useCalendarFile(of);
  return (
    <Button isBlock isBusy={file.isPending} onClick={() => file.mutate()}>
      {!file.isPending && <CalendarPlus aria-hidden="true" size={20} strokeWidth={1.75} />}
      Dodaj u kalendar
    </Button>
  );
}
