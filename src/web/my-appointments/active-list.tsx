import { useEffect } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { isActiveBooking } from '#domain/booking.ts';
import { PAGE_ACTIVE_COUNT } from '#domain/limits.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useLastSeen } from '../lib/device/last-seen.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useUpcoming } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/screen-states.tsx';
import { ActiveCard, ActiveCardSkeleton } from './active-card.tsx';
import { LastSeenCards, LastSeenLine } from './last-seen.tsx';
import { LimitNote } from './limit-note.tsx';

const FALLBACK = 'Greška pri učitavanju predstojećih termina';

function Empty() {
  return (
    <EmptyState title="Nema aktivnih termina" isCard>
      <ButtonLink to={paths.booking} className="mt-2">
        Rezervišite termin
      </ButtonLink>
    </EmptyState>
  );
}

function Cards({ appointments }: { appointments: readonly Appointment[] }) {
  return (
    <>
      <div className="grid gap-3">
        {appointments.slice(0, PAGE_ACTIVE_COUNT).map((appointment) => (
          <ActiveCard key={appointment.id} appointment={appointment} />
        ))}
      </div>
      <LimitNote activeBookings={appointments.length} />
    </>
  );
}

/** What is booked and has not ended; whatever ends meanwhile moves on to the history. */
export function ActiveList({ onEnded }: { onEnded: () => void }) {
  const upcoming = useUpcoming();
  const standIn = useLastSeen(upcoming);
  const now = useNow();
  const ended = now ? (upcoming.data?.filter((row) => !isActiveBooking(row, now)).length ?? 0) : 0;
  useEffect(() => {
    if (ended > 0) onEnded();
  }, [ended, onEnded]);
  if (standIn && !upcoming.data) return <LastSeenCards standIn={standIn} />;
  return (
    <Loaded
      query={upcoming}
      fallback={FALLBACK}
      skeleton={<ActiveCardSkeleton />}
      failed={standIn && <LastSeenLine standIn={standIn} />}
      empty={<Empty />}
    >
      {(appointments) => <Cards appointments={appointments} />}
    </Loaded>
  );
}
