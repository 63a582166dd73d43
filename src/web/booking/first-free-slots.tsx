import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { FIRST_FREE_COUNT } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { nearDayInWords, timeRange } from '#domain/wording/dates.ts';
import { useNow, useToday } from '../lib/clock.ts';
import { errorText } from '../lib/errors.ts';
import { bookingPath, paths } from '../lib/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LIST_ROW, List } from '../ui/card.tsx';
import { ListSkeleton } from '../ui/screen-states.tsx';
import { type FreeSlot, useFreeSlots } from './use-free-slots.ts';

const FALLBACK = 'Greška pri učitavanju termina.';

function Row({ slot: { id, start_datetime, end_datetime } }: { slot: FreeSlot }) {
  const day = dateOf(start_datetime);
  const today = useToday();
  return (
    <li>
      <Link
        to={bookingPath({ day, slot: id })}
        className={`${LIST_ROW} -outline-offset-2 transition-colors hover:bg-blush`}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-display text-h3 lining-nums tabular-nums">
            {timeRange(start_datetime, end_datetime)}{' '}
          </span>
          <span className="text-small">{nearDayInWords(day, today)}</span>
        </span>
        <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-soft" />
      </Link>
    </li>
  );
}

function None() {
  return (
    <>
      <p className="text-soft">Trenutno nema slobodnih termina.</p>
      <ButtonLink to={paths.booking} variant="quiet" isBlock className="mt-3">
        Obavesti me ako se oslobodi termin
      </ButtonLink>
    </>
  );
}

/** The next free slots of the strip's days; each leads to booking with itself chosen. */
export default function FirstFreeSlots() {
  const { query, days, slots } = useFreeSlots(useNow());
  if (query.data === undefined && query.error) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-soft">
        <p>{errorText(query.error, FALLBACK)}</p>
        <Button variant="text" isSmall isBusy={query.isFetching} onClick={() => query.refetch()}>
          Pokušaj ponovo
        </Button>
      </div>
    );
  }
  if (query.data === undefined) return <ListSkeleton />;
  const first = slots
    .filter(({ start_datetime }) => days.includes(dateOf(start_datetime)))
    .slice(0, FIRST_FREE_COUNT);
  if (first.length === 0) return <None />;
  return (
    <List>
      {first.map((slot) => (
        <Row key={slot.id} slot={slot} />
      ))}
    </List>
  );
}
