import { ArrowLeftRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { cx } from '../../ui/cx.ts';
import { nameOfEvent } from '../event-text.ts';
import { hoursSinceOpening, placeOf } from '../grid-scale.ts';
import type { GridColumn } from '../view.ts';
import { type DragStore, useDrag } from './drag.ts';

/** A preview of the rows that a drop would place in the column. The first row can show a hint. */
export function DragPreview({ store, column }: { store: DragStore; column: GridColumn }) {
  const isHere = ({ start_datetime, technician_id }: SalonAppointment) =>
    dateOf(start_datetime) === column.day &&
    (column.technician === null || column.technician.id === technician_id);
  const drag = useDrag(store, ({ shown }) => shown.some(isHere));
  return drag?.shown.map((row, index) => {
    const { top, hours } = placeOf(row);
    const isDashed = row.id === 0 || index > 0; // a new slot and the other appointment of a swap have a dashed frame
    return (
      isHere(row) && (
        <div
          key={row.id}
          aria-hidden="true"
          data-status={row.status}
          style={{ '--s': top, '--d': hours } as CSSProperties}
          className={cx(
            'cal-at cal-event cal-look cal-drag-preview pointer-events-none transform-gpu will-change-[top,height] z-3 overflow-visible rounded-event px-2 py-0.5 text-label/[1.0625rem] shadow-float',
            isDashed && 'outline-2 -outline-offset-2 outline-current/60 outline-dashed',
          )}
        >
          <b className="block text-small/[1.0625rem] font-bold tabular-nums">
            {timeRange(row.start_datetime, row.end_datetime)}
          </b>
          <span className="block truncate">{nameOfEvent(row)}</span>
          {index === 0 && drag.hint !== null && (
            <span className="mt-0.5 -ml-1 inline-flex items-center gap-1 rounded-pill bg-ink px-2 py-px text-paper">
              {drag.partner && <ArrowLeftRight size={14} className="shrink-0" />}
              {drag.hint}
            </span>
          )}
        </div>
      )
    );
  });
}

/** The new start of the dragged appointment, shown in the column of hours. */
export function DragPreviewTime({ store }: { store: DragStore }) {
  const start = useDrag(store)?.shown[0].start_datetime;
  if (!start) return null;
  return (
    <span
      aria-hidden="true"
      style={{ '--s': hoursSinceOpening(start) } as CSSProperties}
      className="cal-at right-1 z-2 -mt-2.25 rounded-pill bg-ink px-1.5 text-label/[1.125rem] font-semibold text-paper tabular-nums shadow-[0_0_0_3px_var(--card)]"
    >
      {clockOf(start)}
    </span>
  );
}
