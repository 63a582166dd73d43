import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isWallDate } from '#salon/salon-time.ts';
import { APPOINTMENTS, counted } from '#salon/serbian.ts';
import { dayInWords } from '#salon/serbian-dates.ts';
import { call } from '../../api/call.ts';
import { Loaded } from '../../api/loaded.tsx';
import { AppointmentDialog } from '../../appointment-dialog/appointment-dialog.tsx';
import { ListBones } from '../../ui/part/bones.tsx';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import { SlotCards } from '../list/slot-cards.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

/** What that day holds already, so that the next slot finds its place. */
export function DaySlots({ date }: { date: string }) {
  const [openId, setOpenId] = useState<number | null>(null);
  const isDay = isWallDate(date);
  const list = useQuery({
    queryKey: ['appointments', 'list', { from: date, to: date }],
    queryFn: ({ signal }) => call('GET /appointments/list', { query: { from: date, to: date }, signal }),
    enabled: isDay,
  });
  return (
    <section aria-labelledby="tog-dana" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="tog-dana" className="first-letter:uppercase">
          {isDay ? dayInWords(date) : 'Izaberite datum'}
        </h2>
        {list.data && list.data.length > 0 && (
          <span className="text-small text-soft">{counted(list.data.length, APPOINTMENTS)}</span>
        )}
      </div>
      {isDay && (
        <Loaded
          query={list}
          fallback={FALLBACK}
          bones={<ListBones rows={4} />}
          empty={<EmptyState title="Tog dana još nema termina." isCard />}
        >
          {(slots) => <SlotCards slots={slots} onOpen={setOpenId} />}
        </Loaded>
      )}
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
