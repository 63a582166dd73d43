import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import type { Appointment } from '#contract/appointments.ts';
import { timeLeftText } from '#domain/appointments.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf, serviceAndGuest } from '#domain/wording/appointments.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { useNow } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { appointmentQueries } from '../lib/queries.ts';
import { IconAnchor } from '../ui/button.tsx';
import { List } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Section } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { OpenButton, type Opening } from './open-button.tsx';

const FALLBACK = 'Greška pri učitavanju termina za danas';
const ROW =
  'relative grid min-h-17 grid-cols-[3.25rem_1fr_auto] items-center gap-3 py-2.5 pr-2 pl-4 transition-colors hover:bg-blush';
/** Around the row, which all of it opens. */
const RING =
  'outline-none after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-link';
const NOW = 'bg-[color-mix(in_srgb,var(--booked)_16%,var(--card))] shadow-[inset_4px_0_var(--booked)]';

function Row({ appointment, now, onOpen }: Opening & { appointment: Appointment; now: WallTime }) {
  const { id, start_datetime, end_datetime } = appointment;
  const phone = phoneOf(appointment);
  const isOver = now >= end_datetime;
  const hasBegun = now >= start_datetime;
  const name = personOf(appointment);
  return (
    <li data-appointment-id={id} className={cx(ROW, isOver && 'text-soft', hasBegun && !isOver && NOW)}>
      <time
        dateTime={start_datetime.replace(' ', 'T')}
        className={cx('leading-5', !isOver && 'font-semibold')}
      >
        {clockOf(start_datetime)}
        <small className="block text-small font-normal text-soft">{clockOf(end_datetime)}</small>
      </time>
      <span className="min-w-0 wrap-break-word">
        <OpenButton
          onPress={() => onOpen({ appointment, to: 'see' })}
          className={cx(RING, !isOver && 'font-semibold')}
        >
          {name}
        </OpenButton>
        <span className={cx('block text-small', !hasBegun && 'text-soft')}>
          {hasBegun ? timeLeftText(now, start_datetime, end_datetime) : serviceAndGuest(appointment)}
        </span>
      </span>
      {phone && !isOver && (
        <IconAnchor
          icon={Phone}
          label="Pozovi"
          description={name}
          href={telephoneLink(phone)}
          className="relative text-link"
        />
      )}
    </li>
  );
}

/** Everything booked today, by start; the one in progress is marked. */
export function TodaysAppointments({ onOpen }: Opening) {
  const now = useNow();
  const today = useQuery(appointmentQueries.bookedOn(now === null ? null : dateOf(now)));
  const count = today.data?.length ?? 0;
  return (
    <Section
      title="Današnji termini"
      className="after-skeleton"
      aside={count > 0 ? counted(count, APPOINTMENTS) : undefined}
    >
      <Loaded
        query={today}
        fallback={FALLBACK}
        skeleton={<ListSkeleton rows={4} />}
        empty={<EmptyState title="Danas nema zakazanih termina" isCard />}
      >
        {(appointments) => (
          <List>
            {now !== null &&
              appointments.map((appointment) => (
                <Row key={appointment.id} appointment={appointment} now={now} onOpen={onOpen} />
              ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}
