import { RotateCw, WifiOff } from 'lucide-react';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { atMoment, type Today } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import type { StandIn } from '../lib/device/last-seen.ts';
import { IconButton } from '../ui/button.tsx';
import { BookingTicket } from './booking-card.tsx';

/** The age of stored data: 'stanje od 14:05', or of another day 'stanje od 5. marta u 14:05'. docs/spec/behaviour.md §15.2 */
const asOf = (at: WallTime, today: Today): string =>
  `stanje od ${dateOf(at) === today ? clockOf(at) : atMoment(at, today)}`;

export interface LastSeenProps {
  standIn: StandIn;
}

/** The line 'Bez mreže - stanje od 14:05', with a retry button. */
export function LastSeenLine({ standIn: { at, isSlow, isRetrying, retry } }: LastSeenProps) {
  const today = useToday();
  return (
    <div
      data-last-seen=""
      className="mb-3 flex items-center justify-between gap-x-3 rounded-card bg-warn-tint py-0.5 pr-1 pl-4 text-warn"
    >
      <p role="status" className="flex items-center gap-2.5 py-1 text-small">
        <WifiOff className="shrink-0" />
        {`${isSlow ? 'Spora mreža' : 'Bez mreže'} - ${asOf(at, today)}`}
      </p>
      <IconButton
        icon={RotateCw}
        label="Pokušaj ponovo"
        aria-busy={isRetrying && !isSlow}
        onClick={retry}
        className="aria-busy:*:animate-turn"
      />
    </div>
  );
}

/** A client's upcoming bookings from the device's storage; read-only, because every change needs the server. */
export function LastSeenCards({ standIn }: LastSeenProps) {
  return (
    <div>
      <LastSeenLine standIn={standIn} />
      {standIn.appointments.length === 0 && <p className="text-soft">Nema aktivnih termina</p>}
      <div className="grid gap-3">
        {standIn.appointments.map((appointment) => (
          <BookingTicket key={appointment.id} booking={appointment} />
        ))}
      </div>
    </div>
  );
}
