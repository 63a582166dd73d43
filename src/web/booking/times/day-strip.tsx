import { useEffect, useId, useRef } from 'react';
import { DAY_PHASE_LABELS, type DayPhase, dayPhase } from '#domain/booking.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords, monthName, shortDayName, type Today } from '#domain/wording/dates.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { cx } from '../../ui/cx.ts';
import type { FreeDay } from './use-strip.ts';

export const STRIP =
  'mx-[calc(-1*var(--gap))] flex gap-4 overflow-x-auto px-(--gap) pt-1 pb-2 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-7 md:items-end md:gap-2 md:px-0';
const CHIP =
  'relative grid w-14 shrink-0 cursor-pointer justify-items-center rounded-card border pt-2.25 pb-2.5 text-label font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link md:w-auto';

function looksOf(phase: DayPhase, isChosen: boolean): string {
  if (phase === 'many' || phase === 'few') {
    return isChosen
      ? 'border-accent bg-accent text-white'
      : 'border-edge bg-card text-soft hover:border-link hover:bg-blush';
  }
  return cx(
    isChosen
      ? 'border-link bg-blush text-soft shadow-[inset_0_0_0_1px_var(--link)]'
      : 'border-dashed border-edge text-soft hover:bg-blush',
    phase === 'closed' && 'closed-day',
  );
}

interface DayProps {
  date: WallDate;
  today: Today;
  phase: DayPhase;
  isChosen: boolean;
  /** Of the strip: a dialog over the page may show another one. */
  id: string;
  onChoose: () => void;
}

function Day({ date, today, phase, isChosen, id, onChoose }: DayProps) {
  const isFree = phase === 'many' || phase === 'few';
  return (
    <label className={cx(CHIP, looksOf(phase, isChosen))}>
      <input
        type="radio"
        name={id}
        value={date}
        checked={isChosen}
        onChange={onChoose}
        autoComplete="off" // ui/checkbox.tsx says why
        aria-label={dayInWords(date, today)}
        aria-describedby={id + phase}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      {shortDayName(date)}
      <b
        className={cx(
          'font-display text-[22px]/[30px] font-medium lining-nums tabular-nums',
          phase === 'none' && 'line-through decoration-[1.5px]',
          isFree && !isChosen && 'text-ink',
        )}
      >
        {Number(date.slice(8))}
      </b>
      <Phase phase={phase} className={cx('mt-1', !isChosen && colourOf(phase))} />
    </label>
  );
}

const MONTH = 'w-max text-label/[1.125rem] text-soft';

export interface DayStripProps {
  days: readonly FreeDay[];
  chosen: WallDate;
  onChoose: (day: WallDate) => void;
}

/** The next days as a row of radio buttons, by month; how full each is shows before it is tapped. */
export function DayStrip({ days, chosen, onChoose }: DayStripProps) {
  const today = useToday();
  const id = useId();
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const day = strip.current?.querySelector(`input[value="${chosen}"]`);
    const { scrollY } = window;
    day?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    window.scrollTo(0, scrollY); // in its row alone: the page stays under the eyes of who reads further down
  }, [chosen]);
  const months = [...Map.groupBy(days, ({ date }) => monthName(date))];
  return (
    <>
      <fieldset ref={strip} aria-label="Datum">
        {/* a fieldset that scrolls itself would not heed the room at its ends */}
        <div className={cx(STRIP, 'scroll-px-8')}>
          {months.map(([month, ofMonth]) => (
            <div key={month} className="shrink-0 md:contents">
              {/* a day's own name has its month; this one stays in sight while its days go by */}
              <p aria-hidden="true" className={cx(MONTH, 'sticky left-0 mb-1.5 md:hidden')}>
                {month}
              </p>
              <div className="flex gap-2 md:contents">
                {ofMonth.map((day, n) => (
                  <div key={day.date} className="md:grid">
                    {n === 0 && (
                      <p aria-hidden="true" className={cx(MONTH, 'mb-1.5 max-md:hidden')}>
                        {month}
                      </p>
                    )}
                    <Day
                      id={id}
                      date={day.date}
                      today={today}
                      phase={dayPhase(day)}
                      isChosen={day.date === chosen}
                      onChoose={() => onChoose(day.date)}
                    />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <PhaseLegend id={id} phases={phasesOf(days)} />
    </>
  );
}

const SHAPES: Record<DayPhase, string> = {
  many: 'size-2.25 rounded-full bg-current',
  few: 'size-2.25 rounded-full rotate-20 shadow-[inset_3px_-1px_0_0_currentColor]',
  none: 'size-2.25 rounded-full shadow-[inset_0_0_0_1.5px_currentColor]',
  closed: 'closed-dash',
};

/** How much of a day is free, as a phase of the moon: full, crescent, empty ring; a dash where there is none. */
function Phase({ phase, className }: { phase: DayPhase; className?: string | false }) {
  return <i aria-hidden="true" className={cx('block', SHAPES[phase], className)} />;
}

const colourOf = (phase: DayPhase): string =>
  phase === 'many' || phase === 'few' ? 'text-link' : phase === 'none' ? 'text-edge' : 'text-soft';

const ALWAYS_NAMED: readonly DayPhase[] = ['many', 'few', 'none'];

/** 'ne radi' is explained where there is such a day. */
const phasesOf = (days: readonly FreeDay[]): readonly DayPhase[] =>
  days.some((day) => dayPhase(day) === 'closed') ? [...ALWAYS_NAMED, 'closed'] : ALWAYS_NAMED;

/** The phases in words; each day refers to its own, so that it is read out with the day. */
function PhaseLegend({ id, phases }: { id: string; phases: readonly DayPhase[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-label/[1.125rem] text-soft">
      {phases.map((phase) => (
        <li key={phase} className="inline-flex items-center gap-1.5">
          <Phase phase={phase} className={colourOf(phase)} />
          <span id={id + phase}>{DAY_PHASE_LABELS[phase]}</span>
        </li>
      ))}
    </ul>
  );
}
