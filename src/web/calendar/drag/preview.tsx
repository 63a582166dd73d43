import { ArrowLeftRight } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { type AppointmentStatus, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { cx } from '../../ui/cx.ts';
import { isUnseenSlot, nameOfEvent, SUNDAY_WARNING } from '../event-text.ts';
import { hoursSinceOpening, placeOf } from '../grid-scale.ts';
import type { GridColumn } from '../view.ts';
import { type Drag, type DragStore, useDrag } from './drag-store.ts';

interface BlockProps {
  times: Times;
  status: AppointmentStatus;
  title: string;
  /** Whether the block has a dashed edge: a new slot, or the other appointment of a swap. */
  isDashed: boolean;
  children?: ReactNode;
}

function Block({ times, status, title, isDashed, children }: BlockProps) {
  const { top, hours } = placeOf(times);
  return (
    <div
      aria-hidden="true"
      data-status={status}
      style={{ '--s': top, '--d': hours } as CSSProperties}
      className={cx(
        'cal-at cal-event cal-look cal-drag-preview pointer-events-none z-3 overflow-visible rounded-event px-2 py-0.5 text-label/[1.0625rem] shadow-float',
        isDashed && 'outline-2 -outline-offset-2 outline-current/60 outline-dashed',
      )}
    >
      <b className="block text-small/[1.0625rem] font-bold tabular-nums">
        {timeRange(times.start_datetime, times.end_datetime)}
      </b>
      <span className="block truncate">{title}</span>
      {children}
    </div>
  );
}

interface PreviewBlock extends BlockProps {
  key: string;
  technician: TechnicianId | null;
}

const timesAfter = (times: Times, onto: Drag['onto']): Times => {
  if (onto === null || onto === 'swap_refused') return times;
  return onto.kind === 'swap' ? onto.a : onto.times;
};

/** The blocks that a drop would produce: one, or both appointments of a swap. */
function previewBlocksOf({ row, times, technician, partner, onto }: Drag): PreviewBlock[] {
  const status = row?.status ?? 'AVAILABLE';
  const title = row ? nameOfEvent(row) : STATUS_LABELS.AVAILABLE;
  const own = {
    key: 'own',
    times: timesAfter(times, onto),
    technician,
    status,
    title,
    isDashed: row === null,
  };
  if (!row || !partner || onto === null || onto === 'swap_refused' || onto.kind === 'book') return [own];
  const other = { key: 'other', times: onto.b, technician: row.technician_id, isDashed: true };
  return [own, { ...other, status: partner.status, title: nameOfEvent(partner) }];
}

const DROP_HINTS = { swap: 'Zamena', book: 'U slobodan termin' } as const;

/** Describes a drop onto another appointment, or warns that clients don't see the day. */
function hintOf({ row, times, partner, onto }: Drag): string | null {
  if (partner && onto) return onto === 'swap_refused' ? 'Zamena nije moguća' : DROP_HINTS[onto.kind];
  return isUnseenSlot(row?.status ?? 'AVAILABLE', times.start_datetime) ? SUNDAY_WARNING : null;
}

function Hint({ drag }: { drag: Drag }) {
  const hint = hintOf(drag);
  if (hint === null) return null;
  return (
    <span className="mt-0.5 -ml-1 inline-flex items-center gap-1 rounded-pill bg-ink px-2 py-px text-paper">
      {drag.partner && <ArrowLeftRight size={14} className="shrink-0" />}
      {hint}
    </span>
  );
}

/** A preview of the dragged appointment at its new times, in its column. */
export function DragPreview({ store, column }: { store: DragStore; column: GridColumn }) {
  const isHere = ({ times, technician }: PreviewBlock) =>
    dateOf(times.start_datetime) === column.day &&
    (column.technician === null || column.technician.id === technician);
  const drag = useDrag(store, (there) => previewBlocksOf(there).some(isHere));
  if (!drag) return null;
  return previewBlocksOf(drag)
    .filter(isHere)
    .map(({ key, technician: _, ...block }) => (
      <Block key={key} {...block}>
        {key === 'own' && <Hint drag={drag} />}
      </Block>
    ));
}

/** The new start of the dragged appointment, shown in the column of hours. */
export function DragPreviewTime({ store }: { store: DragStore }) {
  const drag = useDrag(store);
  if (!drag) return null;
  return (
    <span
      aria-hidden="true"
      style={{ '--s': hoursSinceOpening(drag.times.start_datetime) } as CSSProperties}
      className="cal-at right-1 z-2 -mt-2.25 rounded-pill bg-ink px-1.5 text-label/[1.125rem] font-semibold text-paper tabular-nums shadow-[0_0_0_3px_var(--card)]"
    >
      {clockOf(drag.times.start_datetime)}
    </span>
  );
}
