import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FreeSlot } from '#contract/appointments.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { addDays, dateOf } from '#domain/wall-clock.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { techniciansQuery } from '../lib/queries/technicians.ts';
import { paths } from '../lib/routing/paths.ts';
import { AppointmentRows } from '../salon-appointments/appointment-rows.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ListSkeleton, Section } from '../ui/page.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';

const SHOWN_COUNT = 6;
const FREE_SLOTS_FALLBACK = 'Greška pri učitavanju slobodnih termina.';

function FreeDay(props: { name: string; slots: readonly FreeSlot[]; onFill: (slot: FreeSlot) => void }) {
  const { name, slots, onFill } = props;
  const technicians = useQuery(techniciansQuery()).data;
  return (
    <div className="px-4 pt-3 pb-1">
      <h3 className="font-text text-label font-semibold text-soft">{name}</h3>
      <ul>
        {slots.map((slot) => {
          const times = timeRange(slot.start_datetime, slot.end_datetime);
          const technician = technicians?.find(({ id }) => id === slot.technician_id)?.name;
          return (
            <li key={slot.id} className="flex min-h-11 items-center justify-between gap-3 tabular-nums">
              <span>
                {times}
                <span className="block text-label text-soft">{technician}</span>
              </span>
              <Button
                variant="text"
                isSmall
                aria-description={[name, times, technician].filter(Boolean).join(', ')}
                onClick={() => onFill(slot)}
                className="-mr-3"
              >
                Upiši
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function NextFreeSlots() {
  const today = useToday();
  const range = today && { from: today, to: addDays(today, FREE_SLOTS_RANGE_MAX_DAYS - 1) };
  const { query, slots } = useFreeSlots(range);
  const [filled, setFilled] = useState<FreeSlot | null>(null);
  const next = slots.slice(0, SHOWN_COUNT);
  return (
    <Section
      title="Slobodno"
      className="mt-0!"
      aside={next.length === SHOWN_COUNT ? `sledećih ${SHOWN_COUNT}` : undefined}
    >
      <Loaded query={query} fallback={FREE_SLOTS_FALLBACK} skeleton={<ListSkeleton rows={6} />}>
        {() =>
          next.length === 0 ? (
            <div className="grid justify-items-start gap-3">
              <p className="text-soft">Nema slobodnih termina.</p>
              <ButtonLink to={paths.adminAppointments} variant="quiet" isSmall>
                Dodaj termin
              </ButtonLink>
            </div>
          ) : (
            <div className="divide-y divide-line rounded-card border border-line bg-card">
              {[...Map.groupBy(next, (slot) => dateOf(slot.start_datetime))].map(([date, ofDay]) => (
                <FreeDay key={date} name={dayInWords(date, today)} slots={ofDay} onFill={setFilled} />
              ))}
            </div>
          )
        }
      </Loaded>
      {filled && (
        <NewAppointment
          preset={{ date: dateOf(filled.start_datetime), slot: filled }}
          onClose={() => setFilled(null)}
        />
      )}
    </Section>
  );
}

function Today() {
  const today = useQuery(appointmentQueries.bookedOn(useToday()));
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
        fallback="Greška pri učitavanju termina za danas"
        skeleton={<ListSkeleton rows={6} />}
        empty={<p className="text-soft">Danas nema zakazanih termina</p>}
      >
        {(rows) => <AppointmentRows appointments={rows} onOpen={({ id }) => setOpenId(id)} />}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </Section>
  );
}

/** The overview next to the cards on desktops: today's bookings, the next free slots, the waitlist. */
export default function TodayAtAGlance() {
  return (
    <>
      <Today />
      <div>
        <NextFreeSlots />
        <WaitingLink look="row" className="mt-3" />
      </div>
    </>
  );
}
