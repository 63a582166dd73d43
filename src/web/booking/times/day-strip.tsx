import { Phone } from 'lucide-react';
import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { DAY_PHASE_LABELS, type DayPhase, dayPhase } from '#domain/booking.ts';
import { said, t } from '#domain/language/translate.ts';
import { addDays, daysBetween, startOfWeek, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import { dayInWords, monthName, shortDayName, shortDayNames, type Today } from '#domain/wording/dates.ts';
import type { FreeDay } from '../../lib/appointment/free-days.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { cx } from '../../ui/cx.ts';

export const STRIP =
  'mx-[calc(-1*var(--gap))] flex gap-4 overflow-x-auto px-(--gap) pt-1 pb-2 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-7 md:items-end md:gap-2 md:px-0 lg:items-stretch lg:gap-1.5';
const CHIP =
  'relative grid w-14 shrink-0 cursor-pointer justify-items-center rounded-card border pt-2.25 pb-2.5 text-label font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link md:w-auto lg:py-1.5';

const isFree = (phase: DayPhase): boolean => phase !== 'none' && phase !== 'closed';

function looksOf(phase: DayPhase, isChosen: boolean): string {
  if (isFree(phase)) {
    return isChosen
      ? 'border-accent bg-accent text-white'
      : 'border-edge bg-card text-soft hover:border-link hover:bg-blush';
  }
  return isChosen
    ? 'border-link bg-blush text-soft shadow-[inset_0_0_0_1px_var(--color-link)]'
    : 'border-dashed border-edge text-soft hover:bg-blush';
}

interface DayProps {
  date: WallDate;
  today: Today;
  phase: DayPhase;
  isChosen: boolean;
  /** The id of the strip, because a dialog over the page may show a second strip. */
  id: string;
  onChoose: () => void;
}

function Day({ date, today, phase, isChosen, id, onChoose }: DayProps) {
  return (
    <label className={cx(CHIP, looksOf(phase, isChosen), phase === 'closed' && 'closed-day')}>
      <input
        type="radio"
        name={id}
        value={date}
        checked={isChosen}
        onChange={onChoose}
        autoComplete="off" // Firefox restores checked inputs on reload unless `autoComplete` is off
        aria-label={dayInWords(date, today)}
        aria-describedby={id + phase}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <span className="lg:hidden">{shortDayName(date)}</span>
      <b
        className={cx(
          'font-display text-[22px]/[30px] font-medium lining-nums tabular-nums',
          phase === 'none' && 'line-through decoration-[1.5px]',
          isFree(phase) && !isChosen && 'text-ink',
        )}
      >
        {Number(date.slice(8))}
      </b>
      <Phase phase={phase} className={cx('mt-1', !isChosen && colourOf(phase))} />
    </label>
  );
}

const MONTH = 'w-max text-label/[1.125rem] text-soft';

/** Styles of elements that only wide screens show. On wide screens each row of the strip is a week. */
const OF_WEEKS = 'hidden place-content-center py-1 text-label text-soft lg:grid';

const WEEK_DAYS = 7;

/** The days of the month that are in the same weeks as the strip's days. */
function weeksOf(ofMonth: readonly FreeDay[]): WallDate[] {
  const [first, last] = [ofMonth[0], ofMonth.at(-1)];
  if (!first || !last) return [];
  const monday = startOfWeek(first.date);
  const count = daysBetween(monday, startOfWeek(last.date)) + WEEK_DAYS;
  const dates = Array.from({ length: count }, (_, n) => addDays(monday, n));
  return dates.filter((date) => monthName(date) === monthName(first.date));
}

export interface DayStripProps {
  days: readonly FreeDay[];
  chosen: WallDate;
  onChoose: (day: WallDate) => void;
}

/** Radio buttons for the days, each showing how much of the day is free. One scrolling row; from 1024 px width one row per week, grouped by month. */
export function DayStrip({ days, chosen, onChoose }: DayStripProps) {
  const today = useToday();
  const id = useId();
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const day = strip.current?.querySelector(`input[value="${chosen}"]`);
    const { scrollY } = window;
    day?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    window.scrollTo(0, scrollY); // scrollIntoView may also scroll the page, but the user may be reading further down
  }, [chosen]);
  const months = [...Map.groupBy(days, ({ date }) => monthName(date))];
  return (
    <>
      <fieldset ref={strip} aria-label={t('Datum')}>
        {/* the div scrolls, because a scrolling fieldset would ignore its own padding */}
        <div className={cx(STRIP, 'scroll-px-8')}>
          {months.map(([month, ofMonth], n) => (
            <div key={month} className="shrink-0 md:contents">
              {/* a day's accessible name includes its month; this label keeps the month visible while the days scroll */}
              <p
                aria-hidden="true"
                className={cx(MONTH, 'sticky left-0 mb-1.5 md:hidden lg:col-span-7 lg:block lg:text-body')}
              >
                {month}
              </p>
              {n === 0 &&
                shortDayNames().map((name) => (
                  <span key={name} aria-hidden="true" className={OF_WEEKS}>
                    {name}
                  </span>
                ))}
              <div className="flex gap-2 md:contents">
                {weeksOf(ofMonth).map((date) => {
                  const day = ofMonth.find((one) => one.date === date);
                  return (
                    <div
                      key={date}
                      aria-hidden={!day || undefined}
                      style={{ '--weekday': weekdayOf(date) } as CSSProperties}
                      className={cx('lg:col-start-(--weekday)', day ? 'md:grid' : OF_WEEKS)}
                    >
                      {day === ofMonth[0] && (
                        <p aria-hidden="true" className={cx(MONTH, 'mb-1.5 max-md:hidden lg:hidden')}>
                          {month}
                        </p>
                      )}
                      {day ? (
                        <Day
                          id={id}
                          date={date}
                          today={today}
                          phase={dayPhase(day)}
                          isChosen={date === chosen}
                          onChoose={() => onChoose(date)}
                        />
                      ) : (
                        <span className="font-display text-[20px]">{Number(date.slice(8))}</span>
                      )}
                    </div>
                  );
                })}
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      {/* each day refers to its entry in this legend (`aria-describedby`), so screen readers read the entry after the day */}
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-label/[1.125rem] text-soft">
        {PHASES.filter((phase) => !RARE.includes(phase) || days.some((day) => dayPhase(day) === phase)).map(
          (phase) => (
            <li key={phase} className="inline-flex items-center gap-1.5">
              <Phase phase={phase} className={colourOf(phase)} />
              <span id={id + phase}>{said(DAY_PHASE_LABELS[phase])}</span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

const SHAPES: Record<Exclude<DayPhase, 'phone'>, string> = {
  many: 'size-2.25 rounded-full bg-current',
  few: 'size-2.25 rounded-full rotate-20 shadow-[inset_3px_-1px_0_0_currentColor]',
  none: 'size-2.25 rounded-full shadow-[inset_0_0_0_1.5px_currentColor]',
  closed: 'closed-dash',
};

/** Shows how much of a day is free as a phase of the moon: full, crescent or empty ring; a telephone for a day that is booked by phone, a dash for a closed day. */
function Phase({ phase, className }: { phase: DayPhase; className?: string | false }) {
  if (phase === 'phone') return <Phone size={12} strokeWidth={2} className={cx(className)} />;
  return <i aria-hidden="true" className={cx('block', SHAPES[phase], className)} />;
}

const colourOf = (phase: DayPhase): string =>
  isFree(phase) ? 'text-link' : phase === 'none' ? 'text-edge' : 'text-soft';

const PHASES: readonly DayPhase[] = ['many', 'few', 'none', 'phone', 'closed'];

/** The legend names these only if a day of the strip needs them. */
const RARE: readonly DayPhase[] = ['phone', 'closed'];
