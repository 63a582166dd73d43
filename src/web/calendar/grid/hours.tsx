import type { CSSProperties } from 'react';
import { clockOf, type WallTime } from '#salon/salon-time.ts';
import { cx } from '../../ui/cx.ts';
import type { DragStore } from '../drag/drag-store.ts';
import { GhostTime } from '../drag/ghost.tsx';
import { HOURS, hoursSinceOpening } from './place.ts';

const NEAR_HOURS = 0.35; // an hour's number under the present moment would be half covered

/** The hours, and the present moment among them when it is on the screen. */
export function Hours({ now, store }: { now: WallTime | null; store: DragStore }) {
  const present = now === null ? null : hoursSinceOpening(now);
  return (
    <div className="sticky left-0 z-4 bg-card">
      <div className="cal-column border-l-0 before:hidden">
        {HOURS.map((clock, index) => (
          <span
            key={clock}
            style={{ '--s': index } as CSSProperties}
            className={cx(
              'cal-at right-2.5 -mt-2 text-label text-soft tabular-nums',
              present !== null && Math.abs(present - index) < NEAR_HOURS && 'invisible',
            )}
          >
            {clock}
          </span>
        ))}
        {now && present !== null && (
          <time
            style={{ '--s': present } as CSSProperties}
            className="cal-at right-1 -mt-2.25 rounded-pill bg-error px-1.5 text-label/4.5 font-semibold text-card"
          >
            {clockOf(now)}
          </time>
        )}
        <GhostTime store={store} />
      </div>
    </div>
  );
}
