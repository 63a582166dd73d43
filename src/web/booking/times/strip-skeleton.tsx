import { cx } from '../../ui/cx.ts';
import { Loading, Skeleton } from '../../ui/screen-states.tsx';
import { STRIP } from './day-strip.tsx';
import { SLOT_GRID } from './slot-list.tsx';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const BLOCK = 'block animate-breathe rounded-card bg-line';

/** The days and slots to come, in their places. */
export function StripSkeleton() {
  return (
    <Loading>
      <Skeleton className="mt-1.5 mb-1 w-20" />
      <div className={cx(STRIP, 'gap-2 overflow-hidden')}>
        {numbers(13).map((day) => (
          <span key={day} className={cx(BLOCK, 'h-21 w-14 shrink-0 md:w-auto')} />
        ))}
      </div>
      <Skeleton className="mt-0.5 w-60" />
      <Skeleton className="mt-6 h-3 w-18" />
      <div className={SLOT_GRID}>
        {numbers(6).map((slot) => (
          <span key={slot} className={cx(BLOCK, 'h-12')} />
        ))}
      </div>
    </Loading>
  );
}
