import { useEffect, useRef } from 'react';
import { DAY_PHASE_LABELS, type DayPhase, dayPhase } from '#domain/booking.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, shortDayName, type Today } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock.ts';
import { cx } from '../ui/cx.ts';
import type { FreeSlot } from './use-free-slots.ts';

export const STRIP =
  'mx-[calc(-1*var(--gap))] flex gap-2 overflow-x-auto px-(--gap) pt-1 pb-2 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-7 md:px-0';
const CHIP =
  'relative grid w-14 shrink-0 cursor-pointer justify-items-center rounded-card border pt-2.25 pb-2.5 text-label font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link md:w-auto';

function looksOf(phase: DayPhase, isChosen: boolean): string {
  if (phase !== 'none') {
    return isChosen
      ? 'border-accent bg-accent text-white'
      : 'border-edge bg-card text-soft hover:border-link hover:bg-blush';
  }
  return isChosen
    ? 'border-link bg-blush text-soft shadow-[inset_0_0_0_1px_var(--link)]'
    : 'border-dashed border-edge text-soft hover:bg-blush';
}

interface DayProps {
  date: WallDate;
  today: Today;
  phase: DayPhase;
  isChosen: boolean;
  onChoose: () => void;
}

function Day({ date, today, phase, isChosen, onChoose }: DayProps) {
  const isFull = phase === 'none';
  return (
    <label className={cx(CHIP, looksOf(phase, isChosen))}>
      <input
        type="radio"
        name="dan"
        value={date}
        checked={isChosen}
        onChange={onChoose}
        aria-label={dayInWords(date, today)}
        aria-describedby={legendId(phase)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      {shortDayName(date)}
      <b
        className={cx(
          'font-display text-[22px]/[30px] font-medium lining-nums tabular-nums',
          isFull && 'line-through decoration-[1.5px]',
          !isFull && !isChosen && 'text-ink',
        )}
      >
        {Number(date.slice(8))}
      </b>
      <Phase phase={phase} className={cx('mt-1', !isChosen && (isFull ? 'text-edge' : 'text-link'))} />
    </label>
  );
}

export interface DayStripProps {
  days: readonly WallDate[];
  slots: readonly FreeSlot[];
  chosen: WallDate;
  onChoose: (day: WallDate) => void;
}

/** The next days as a row of radio buttons; how full each is shows before it is tapped. */
export function DayStrip({ days, slots, chosen, onChoose }: DayStripProps) {
  const today = useToday();
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const day = strip.current?.querySelector(`input[value="${chosen}"]`);
    day?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const phaseOf = (day: WallDate): DayPhase =>
    dayPhase(slots.filter(({ start_datetime }) => dateOf(start_datetime) === day).length);
  return (
    <>
      <fieldset ref={strip} aria-label="Datum">
        {/* a fieldset that scrolls itself would not heed the room at its ends */}
        <div className={cx(STRIP, 'scroll-px-8')}>
          {days.map((date) => (
            <Day
              key={date}
              date={date}
              today={today}
              phase={phaseOf(date)}
              isChosen={date === chosen}
              onChoose={() => onChoose(date)}
            />
          ))}
        </div>
      </fieldset>
      <PhaseLegend />
    </>
  );
}

const SHAPES: Record<DayPhase, string> = {
  many: 'bg-current',
  few: 'rotate-20 shadow-[inset_3px_-1px_0_0_currentColor]',
  none: 'shadow-[inset_0_0_0_1.5px_currentColor]',
};

/** How much of a day is free, as a phase of the moon: full, crescent, empty ring. It takes the colour around it. */
function Phase({ phase, className }: { phase: DayPhase; className?: string }) {
  return <i aria-hidden="true" className={cx('block size-2.25 rounded-full', SHAPES[phase], className)} />;
}

const legendId = (phase: DayPhase): string => `dan-${phase}`;

const PHASES = ['many', 'few', 'none'] as const;

/** The phases in words; each day refers to its own, so that it is read out with the day. */
function PhaseLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label/[18px] text-soft">
      {PHASES.map((phase) => (
        <li key={phase} className="inline-flex items-center gap-1.5">
          <Phase phase={phase} className={phase === 'none' ? 'text-edge' : 'text-link'} />
          <span id={legendId(phase)}>{DAY_PHASE_LABELS[phase]}</span>
        </li>
      ))}
    </ul>
  );
}
