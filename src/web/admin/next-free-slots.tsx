import { useState } from 'react';
import type { FreeSlot } from '#contract/appointments.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { addDays, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ListSkeleton } from '../ui/screen-states.tsx';

const SHOWN_COUNT = 6;
const FALLBACK = 'Greška pri učitavanju slobodnih termina.';

function byDay(slots: readonly FreeSlot[]): [WallDate, FreeSlot[]][] {
  const days = new Map<WallDate, FreeSlot[]>();
  for (const slot of slots) {
    const date = dateOf(slot.start_datetime);
    days.set(date, [...(days.get(date) ?? []), slot]);
  }
  return [...days];
}

interface FreeDayProps {
  name: string;
  slots: readonly FreeSlot[];
  onFill: (slot: FreeSlot) => void;
}

function FreeDay({ name, slots, onFill }: FreeDayProps) {
  return (
    <div className="px-4 pt-3 pb-1">
      <h3 className="font-text text-label font-semibold text-soft">{name}</h3>
      <ul>
        {slots.map((slot) => {
          const times = timeRange(slot.start_datetime, slot.end_datetime);
          return (
            <li key={slot.id} className="flex min-h-11 items-center justify-between gap-3 tabular-nums">
              {times}
              <Button
                variant="text"
                isSmall
                aria-description={`${name}, ${times}`}
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

function Nothing() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-soft">Nema slobodnih termina.</p>
      <ButtonLink to={paths.adminAppointments} variant="quiet" isSmall>
        Dodaj termin
      </ButtonLink>
    </div>
  );
}

/** The next free times of the salon; each can be filled at once. */
export function NextFreeSlots() {
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
      <Loaded query={query} fallback={FALLBACK} skeleton={<ListSkeleton rows={6} />}>
        {() =>
          next.length === 0 ? (
            <Nothing />
          ) : (
            <div className="divide-y divide-line rounded-card border border-line bg-card">
              {byDay(next).map(([date, ofDay]) => (
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
