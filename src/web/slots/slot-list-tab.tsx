import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedAppointment } from '#contract/appointments.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { APPOINTMENTS, counted, formatNumber } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { listQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResult, type Outcome } from './bulk-result.tsx';
import { DayGroup, dayHeadingId } from './day-group.tsx';
import { type ListFilter, listQueryOf, useListFilter } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { type Chosen, useChosen } from './selection.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

interface DayOfSlots {
  date: WallDate;
  slots: ListedAppointment[];
}

/** The list, which is in order of time, by its days. */
function byDay(rows: readonly ListedAppointment[]): DayOfSlots[] {
  const days: DayOfSlots[] = [];
  for (const row of rows) {
    const date = dateOf(row.start_datetime);
    const last = days.at(-1);
    if (last?.date === date) last.slots.push(row);
    else days.push({ date, slots: [row] });
  }
  return days;
}

/** 'Prikazano 100 od 3.200.'; of a list that is there whole its number alone. */
const shownText = (shown: number, total: number): string =>
  shown < total
    ? `Prikazano ${formatNumber(shown)} od ${formatNumber(total)}.`
    : `Prikazano: ${counted(shown, APPOINTMENTS)}.`;

const goTo = (date: WallDate): void => {
  const heading = document.getElementById(dayHeadingId(date));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

/** Is the list narrowed to what may all be meant? */
const isNarrowed = ({ status, phone, sameAddress }: ListFilter): boolean =>
  status === 'BOOKED' || phone !== '' || sameAddress !== null;

interface ChooseBookedProps {
  rows: readonly ListedAppointment[];
  chosen: Chosen;
  isNarrowed: boolean;
}

/** All bookings of a narrowed list at once, as when one person has booked them all. */
function ChooseBooked({ rows, chosen, isNarrowed }: ChooseBookedProps) {
  const booked = rows.filter(({ status }) => status === 'BOOKED');
  if (!isNarrowed || booked.length === 0) return null;
  return (
    <Checkbox
      label={`Izaberi sve rezervisane (${formatNumber(booked.length)})`}
      isOn={booked.every(chosen.has)}
      onChange={(isOn) => chosen.choose(booked, isOn)}
      className="justify-self-start"
    />
  );
}

function SlotList({ today }: { today: WallDate }) {
  const [filter, setFilter] = useListFilter(today);
  const list = useInfiniteQuery(listQueries.pages(listQueryOf(filter)));
  const chosen = useChosen(list.data?.rows ?? []);
  const [openId, setOpenId] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const dates = byDay(list.data?.rows ?? []).map(({ date }) => date);
  const ahead = dates.find((date) => date >= today);
  const hasPast = dates[0] !== ahead;
  const done = (result: Outcome) => {
    setOutcome(result);
    chosen.clear();
  };
  return (
    <>
      <FilterForm
        filter={filter}
        onChange={setFilter}
        onToday={hasPast && ahead ? () => goTo(ahead) : null}
      />
      {outcome && <BulkResult outcome={outcome} onClose={() => setOutcome(null)} />}
      {(list.data || filter.from <= filter.to) && (
        <Loaded query={list} fallback={FALLBACK} skeleton={<ListSkeleton rows={6} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <EmptyState
                title={
                  filter.isWithoutService
                    ? 'Nema termina bez usluge u ovom periodu.'
                    : 'Nema termina u ovom periodu.'
                }
                isCard
              >
                {!filter.isWithoutService && (
                  <p className="text-soft">Promenite period ili status, ili dodajte termine.</p>
                )}
              </EmptyState>
            ) : (
              <div
                aria-busy={list.isPlaceholderData || undefined}
                className="grid grid-cols-1 gap-6 aria-busy:opacity-60"
              >
                <ChooseBooked rows={rows} chosen={chosen} isNarrowed={isNarrowed(filter)} />
                {byDay(rows).map(({ date, slots }) => (
                  <DayGroup
                    key={date}
                    date={date}
                    today={today}
                    slots={slots}
                    chosen={chosen}
                    onOpen={setOpenId}
                    onSameAddress={(id) => setFilter({ ...filter, sameAddress: id })}
                  />
                ))}
                <p className="text-small text-soft">{shownText(rows.length, total)}</p>
                {list.hasNextPage && (
                  <Button
                    variant="quiet"
                    isBusy={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                    className="justify-self-start"
                  >
                    Učitaj još
                  </Button>
                )}
              </div>
            )
          }
        </Loaded>
      )}
      {chosen.slots.length > 0 && <BulkBar slots={chosen.slots} onClear={chosen.clear} onDone={done} />}
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** The appointments of a period, by day; several free ones can be blocked, unblocked or deleted at once, several bookings cancelled. */
export function SlotListTab() {
  const now = useNow();
  return now === null ? <ListSkeleton rows={6} /> : <SlotList today={dateOf(now)} />;
}
