import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isWallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { SlotCards } from './slot-cards.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

/** What that day holds already, so that the next slot finds its place. */
export function DaySlots({ date }: { date: string }) {
  const today = useToday();
  const [openId, setOpenId] = useState<number | null>(null);
  const isDay = isWallDate(date);
  const list = useQuery({
    queryKey: ['appointments', 'list', { from: date, to: date }],
    queryFn: ({ signal }) => request('GET /appointments/list', { query: { from: date, to: date }, signal }),
    enabled: isDay,
  });
  return (
    <section aria-labelledby="tog-dana" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="tog-dana" className="first-letter:uppercase">
          {isDay ? dayInWords(date, today) : 'Izaberite datum'}
        </h2>
        {list.data && list.data.length > 0 && (
          <span className="text-small text-soft">{counted(list.data.length, APPOINTMENTS)}</span>
        )}
      </div>
      {isDay && (
        <Loaded
          query={list}
          fallback={FALLBACK}
          skeleton={<ListSkeleton rows={4} />}
          empty={<EmptyState title="Tog dana još nema termina." isCard />}
        >
          {(slots) => <SlotCards slots={slots} onOpen={setOpenId} />}
        </Loaded>
      )}
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
