import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { RoundRow } from '#contract/told/told.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { isWithoutMessage, roundCounts, roundDay, wasReached } from '#domain/wording/told/round.ts';
import { useNow } from '../lib/clock/clock.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { cx } from '../ui/cx.ts';
import { Awaited } from '../ui/page.tsx';
import { roundQuery } from './queries.ts';

const roundSheet = lazyPage(() => import('./round-sheet.tsx'));

/** A cell a person: she comes, she was told, or she waits. */
const Cells = ({ rows }: { rows: readonly RoundRow[] }) => (
  <span aria-hidden="true" className="mt-2 flex gap-1">
    {rows.map((row) => (
      <span
        key={row.id}
        className={cx(
          'h-1.5 max-w-10 flex-1 overflow-hidden rounded-pill border',
          row.confirmed_at === null ? 'border-edge' : 'border-ok bg-ok',
        )}
      >
        {row.confirmed_at === null && wasReached(row) && <span className="block h-full w-1/2 bg-edge" />}
      </span>
    ))}
  </span>
);

function Line({
  rows,
  now,
  onOpen,
}: {
  rows: readonly RoundRow[];
  now: WallTime;
  onOpen: (day: WallDate) => void;
}) {
  const day = rows[0] && dateOf(rows[0].start_datetime);
  if (!day) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(day)}
      className="flex w-full items-center gap-4 rounded-card border border-line bg-card px-4 py-3 text-left transition-colors hover:bg-blush"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
        <MessageCircle size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{`${roundDay(day, dateOf(now))}: `}</b>
        {roundCounts(rows, now)}
        <Cells rows={rows} />
      </span>
      <ChevronRight size={18} className="shrink-0 text-soft" />
    </button>
  );
}

const NOON = '12:00';

/** From noon the next day with bookings, before it today; today stays while somebody ahead is without a message. docs/spec/behaviour.md §29.5 */
export default function RoundLines() {
  const now = useNow();
  const isAfternoon = now !== null && clockOf(now) >= NOON;
  const ofToday = useQuery(roundQuery(now && { date: dateOf(now) }));
  const ofNext = useQuery(roundQuery(isAfternoon ? {} : null));
  const [opened, setOpened] = useState<WallDate | null>(null);
  if (now === null || ofToday.isLoading || ofNext.isLoading) return <Awaited />;
  const today = ofToday.data ?? [];
  const next = ofNext.data ?? [];
  const isLeft = today.some((row) => isWithoutMessage(row, now));
  const isToday = isAfternoon ? isLeft : today.some(({ start_datetime }) => start_datetime > now);
  return (
    <div className="mt-4 grid gap-2 empty:hidden">
      {isToday && <Line rows={today} now={now} onOpen={setOpened} />}
      {isAfternoon && <Line rows={next} now={now} onOpen={setOpened} />}
      {opened && <LazyPart part={roundSheet} props={{ day: opened, onClose: () => setOpened(null) }} />}
    </div>
  );
}
