import { Palette } from 'lucide-react';
import type { LastWork as Work } from '#contract/work/work.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { workText } from '#domain/work/work.ts';
import { useToday } from '../lib/clock/clock.ts';
import { cx } from '../ui/cx.ts';

/** 'Prošli put: OPI N25, badem, kratka' with the day of the visit. */
export function LastWork({ work, className }: { work: Work; className?: string }) {
  const today = useToday();
  return (
    <p className={cx('flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small', className)}>
      <Palette className="shrink-0 text-link" />
      <span className="min-w-0 wrap-anywhere">
        <b className="font-semibold">Prošli put:</b> {workText(work.values)}
        <span className="block text-soft">{shortDay(work.date, today ?? work.date)}</span>
      </span>
    </p>
  );
}
