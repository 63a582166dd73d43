import { CalendarCheck, CalendarX } from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { SKIP_REASON_LABELS, SKIP_REASONS } from '#domain/week-templates.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { useToday } from '../lib/clock.ts';
import { Chip } from '../ui/card.tsx';

type Preview = ResponseBody<'POST /templates/preview-range'>;
type Planned = Preview['create'][number];
type Skipped = Preview['skip'][number];

interface DayPlan {
  date: WallDate;
  create: Planned[];
  skip: Skipped[];
}

/** Both lists by day. */
function planByDay({ create, skip }: Preview): DayPlan[] {
  const dayOf = ({ start_datetime }: Planned): WallDate => dateOf(start_datetime);
  const dates = [...new Set([...create, ...skip].map(dayOf))].sort();
  return dates.map((date) => ({
    date,
    create: create.filter((slot) => dayOf(slot) === date),
    skip: skip.filter((slot) => dayOf(slot) === date),
  }));
}

const rangeOf = ({ start_datetime, end_datetime }: Planned): string =>
  timeRange(start_datetime, end_datetime);

/** What is skipped that day, once for each reason. */
function SkippedOfDay({ skip }: { skip: readonly Skipped[] }) {
  return SKIP_REASONS.map((reason) => {
    const slots = skip.filter((slot) => slot.reason === reason);
    if (slots.length === 0) return null;
    return (
      <p key={reason} className="text-small text-soft">
        {SKIP_REASON_LABELS[reason]}: <s className="tabular-nums">{slots.map(rangeOf).join(', ')}</s>
      </p>
    );
  });
}

/** What generating will create and skip, day by day, before it is done. */
export function PlanPreview({ preview }: { preview: Preview }) {
  const today = useToday();
  const { create, skip } = preview;
  if (create.length + skip.length === 0) {
    return <p className="text-soft">Nijedan aktivan šablon ne pada u ove dane.</p>;
  }
  return (
    <>
      <ul className="grid gap-1.5">
        <li className="flex items-start gap-2.5">
          <CalendarCheck
            aria-hidden="true"
            size={20}
            strokeWidth={1.75}
            className="mt-0.5 shrink-0 text-ok"
          />
          <span>
            Napraviće se <b className="font-semibold">{counted(create.length, APPOINTMENTS)}</b>.
          </span>
        </li>
        {skip.length > 0 && (
          <li className="flex items-start gap-2.5">
            <CalendarX
              aria-hidden="true"
              size={20}
              strokeWidth={1.75}
              className="mt-0.5 shrink-0 text-warn"
            />
            <span>
              Preskočiće se <b className="font-semibold">{counted(skip.length, APPOINTMENTS)}</b>.
            </span>
          </li>
        )}
      </ul>
      <ol className="mt-4 divide-y divide-line border-t border-line">
        {planByDay(preview).map((day) => (
          <li key={day.date} className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-[15rem_1fr]">
            <span className="font-medium first-letter:uppercase md:pt-0.5">
              {dayInWords(day.date, today)}
            </span>
            <div className="grid gap-2">
              <p className="flex flex-wrap gap-2 empty:hidden">
                {day.create.map((slot) => (
                  <Chip key={rangeOf(slot)} className="tabular-nums">
                    {rangeOf(slot)}
                  </Chip>
                ))}
              </p>
              <SkippedOfDay skip={day.skip} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
