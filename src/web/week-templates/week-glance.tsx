import { ChevronDown, Copy } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { SUNDAY } from '#domain/wall-clock.ts';
import { dayNameAsObject } from '#domain/wording/dates.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CopyDay } from './copy-day.tsx';
import { TemplateRow } from './template-row.tsx';
import {
  byWeekday,
  type DayOfTemplates,
  hourOf,
  hoursOf,
  type Scale,
  scaleOf,
  weekdayLabel,
} from './template-values.ts';

/** Days with more templates than these in all are folded: so many fit on a phone. */
const UNFOLDED_COUNT = 12;
const LABELLED_HOURS = 4;

const share = (hours: number, { from, to }: Scale): string => `${(100 * hours) / (to - from)}%`;

/** The hours above the bars: 08, 12, 16, 20. */
function Hours({ scale }: { scale: Scale }) {
  const hours = Array.from({ length: scale.to - scale.from + 1 }, (_, n) => scale.from + n);
  return (
    <div aria-hidden="true" className="pr-[60px] pb-1.5 pl-[17px] text-label font-medium text-soft">
      <div className="relative h-4">
        {hours
          .filter((hour) => hour % LABELLED_HOURS === 0)
          .map((hour) => (
            <span
              key={hour}
              className="absolute -translate-x-1/2 tabular-nums"
              style={{ left: share(hour - scale.from, scale) }}
            >
              {String(hour).padStart(2, '0')}
            </span>
          ))}
      </div>
    </div>
  );
}

/** A day's templates as bars from morning to evening; one that is switched off is an outline. */
function Bars({ templates, scale }: { templates: readonly Template[]; scale: Scale }) {
  const hour = share(1, scale);
  const ticks: CSSProperties = {
    backgroundImage: `repeating-linear-gradient(90deg, var(--line) 0 1px, transparent 1px ${hour})`,
  };
  return (
    <span aria-hidden="true" className="relative block h-2.5" style={ticks}>
      {templates.map((template) => {
        const start = hourOf(template.time_start);
        return (
          <span
            key={template.id}
            className={cx(
              'absolute inset-y-0 rounded-[3px] border border-available shadow-[1px_0_0_var(--card)]',
              template.active === 1 ? 'bg-available' : 'border-dashed border-edge bg-card',
            )}
            style={{
              left: share(start - scale.from, scale),
              width: share(template.duration_minutes / 60, scale),
            }}
          />
        );
      })}
    </span>
  );
}

interface DayProps {
  day: DayOfTemplates;
  week: readonly Template[];
  scale: Scale;
  isOpen: boolean;
  onToggle: () => void;
}

const HEAD = 'grid w-full gap-1.5 py-2.5 pr-2 pl-4 text-left';

function DayHead({ day, scale, isOpen }: Pick<DayProps, 'day' | 'scale' | 'isOpen'>) {
  return (
    <>
      <span className="flex min-h-6 flex-wrap items-center gap-x-2">
        <span>{weekdayLabel(day.weekday)}</span>
        <span className="ml-auto flex items-center gap-1 font-text text-label font-normal tracking-normal text-soft tabular-nums md:text-small">
          {hoursOf(day.templates)}
          {day.templates.length > 0 && (
            <ChevronDown
              aria-hidden="true"
              size={18}
              className={cx('-mr-1 shrink-0 transition-transform', isOpen && 'rotate-180')}
            />
          )}
        </span>
      </span>
      <Bars templates={day.templates} scale={scale} />
    </>
  );
}

/** One day: its bars, which unfold to its templates, and copying it to others. */
function Day({ day, week, scale, isOpen, onToggle }: DayProps) {
  const list = useId();
  const [isCopying, setIsCopying] = useState(false);
  const isEmpty = day.templates.length === 0;
  const head = <DayHead day={day} scale={scale} isOpen={isOpen} />;
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_52px] items-center">
        <h3>
          {isEmpty ? (
            <span className={HEAD}>{head}</span>
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={list}
              onClick={onToggle}
              className={cx(HEAD, 'cursor-pointer rounded-card -outline-offset-2 hover:bg-blush')}
            >
              {head}
            </button>
          )}
        </h3>
        {day.weekday !== SUNDAY && (
          <IconButton
            icon={Copy}
            label={`Kopiraj ${dayNameAsObject(day.weekday)} na…`}
            disabled={isEmpty}
            onClick={() => setIsCopying(true)}
            className="text-link disabled:text-edge"
          />
        )}
      </div>
      {isOpen && !isEmpty && (
        <ul id={list} className="divide-y divide-line border-t border-line bg-paper">
          {day.templates.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
      )}
      {isCopying && <CopyDay day={day} week={week} onClose={() => setIsCopying(false)} />}
    </div>
  );
}

interface Folds {
  counts: readonly number[];
  open: ReadonlySet<number>;
}

/** A day to which one was added opens; where the week has become long, the others close. */
function foldsAfter({ counts, open }: Folds, days: readonly DayOfTemplates[]): Folds {
  const now = days.map(({ templates }) => templates.length);
  const sum = (all: readonly number[]) => all.reduce((total, count) => total + count, 0);
  const gained = days.filter((_, n) => (now[n] ?? 0) > (counts[n] ?? 0)).map(({ weekday }) => weekday);
  const hasGrownLong = sum(now) > UNFOLDED_COUNT && sum(counts) <= UNFOLDED_COUNT;
  const kept = hasGrownLong ? [] : [...open];
  const opened = gained.length === 1 || sum(now) <= UNFOLDED_COUNT ? gained : [];
  return { counts: now, open: new Set([...kept, ...opened]) };
}

/** The usual week: six days as bars, each of which unfolds. */
export function WeekGlance({ templates }: { templates: readonly Template[] }) {
  const days = byWeekday(templates);
  const scale = scaleOf(templates);
  const [folds, setFolds] = useState<Folds>(() => foldsAfter({ counts: [], open: new Set() }, days));
  if (days.some((day, n) => day.templates.length !== folds.counts[n])) setFolds(foldsAfter(folds, days));
  const toggle = (weekday: number) => {
    const open = new Set(folds.open);
    if (!open.delete(weekday)) open.add(weekday);
    setFolds({ ...folds, open });
  };
  return (
    <>
      <Hours scale={scale} />
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {days.map((day) => (
          <Day
            key={day.weekday}
            day={day}
            week={templates}
            scale={scale}
            isOpen={folds.open.has(day.weekday)}
            onToggle={() => toggle(day.weekday)}
          />
        ))}
      </div>
    </>
  );
}
