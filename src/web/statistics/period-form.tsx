import { RotateCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { isWallDate, type WallDate } from '#domain/wall-clock.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { isSamePeriod, QUICK_PERIODS } from './period.ts';

export interface PeriodFormProps {
  period: DateRange;
  today: WallDate;
  /** Fetched again, also when the period is the same. */
  onShow: (period: DateRange) => void;
  isBusy: boolean;
}

/** Od, Do, Osveži, and the periods that an owner asks for most. Give it the period as key: another address fills it again. */
export function PeriodForm({ period, today, onShow, isBusy }: PeriodFormProps) {
  const [from, setFrom] = useState<string>(period.from);
  const [to, setTo] = useState<string>(period.to);
  const [isRefused, setIsRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWallDate(from) || !isWallDate(to)) return;
    const isReversed = to < from;
    setIsRefused(isReversed);
    if (!isReversed) onShow({ from, to });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="flex flex-wrap gap-2 print:hidden">
        {QUICK_PERIODS.map(({ label, of }) => (
          <button
            key={label}
            type="button"
            aria-pressed={isSamePeriod(of(today), period)}
            onClick={() => onShow(of(today))}
            className="min-h-11 rounded-pill border border-edge px-3 text-small md:px-4 font-medium text-soft transition-colors hover:bg-blush hover:text-ink aria-pressed:border-link aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-link"
          >
            {label}
          </button>
        ))}
      </div>
      <form
        onSubmit={submit}
        className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-start gap-3 md:flex md:flex-wrap md:w-auto"
      >
        <DayField label="Od" required value={from} onChange={setFrom} className="grid-cols-1 md:w-[11rem]" />
        <DayField
          label="Do"
          required
          value={to}
          onChange={setTo}
          error={isRefused ? textOfError('range_reversed') : null}
          className="grid-cols-1 md:w-[11rem]"
        />
        <Button
          type="submit"
          variant="quiet"
          isBusy={isBusy}
          className="col-span-full md:mt-[calc(1.25rem+6px)] print:hidden"
        >
          {!isBusy && <RotateCw aria-hidden="true" size={16} />}
          Osveži
        </Button>
      </form>
    </div>
  );
}
