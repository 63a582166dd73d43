import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { DayList } from '../salon-appointments/day-list.tsx';
import { Section } from '../ui/page.tsx';
import { ListSkeleton } from '../ui/screen-states.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { NextFreeSlots } from './next-free-slots.tsx';

const FALLBACK = 'Greška pri učitavanju termina za danas';

function Today({ now }: { now: WallTime | null }) {
  const today = useQuery(appointmentQueries.bookedOn(now && dateOf(now)));
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <Section
      title="Danas"
      className="mt-0!"
      aside={
        today.data?.length ? (
          <b className="font-semibold text-ink">{daySumText(daySum(today.data))}</b>
        ) : undefined
      }
    >
      <Loaded
        query={today}
        fallback={FALLBACK}
        skeleton={<ListSkeleton rows={6} />}
        empty={<p className="text-soft">Danas nema zakazanih termina</p>}
      >
        {(rows) =>
          now !== null && <DayList appointments={rows} now={now} onOpen={({ id }) => setOpenId(id)} />
        }
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </Section>
  );
}

/** Beside the panel's cards, where there is room: today's bookings, the next free times, who waits. */
export default function TodayAtAGlance() {
  const now = useNow();
  return (
    <>
      <Today now={now} />
      <div>
        <NextFreeSlots />
        <WaitingLink look="row" className="mt-3" />
      </div>
    </>
  );
}
