import type { Appointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { Chip, type ChipTone } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';

type Status = Appointment['status'];

const TONES: Record<Status, ChipTone> = {
  BOOKED: 'gold',
  AVAILABLE: 'dark',
  BLOCKED: 'red',
  CANCELLED: 'grey',
};

const DOTS: Record<Status, string> = {
  BOOKED: 'bg-booked',
  AVAILABLE: 'bg-available',
  BLOCKED: 'bg-blocked',
  CANCELLED: 'bg-cancelled',
};

/** A chip with a status in words and in its color (docs/spec/product.md §4.1). */
export function StatusChip({ status }: { status: Status }) {
  return (
    <Chip tone={TONES[status]} className={cx('whitespace-nowrap', status === 'CANCELLED' && 'line-through')}>
      {STATUS_LABELS[status]}
    </Chip>
  );
}

/** A dot in the color of a status, shown next to the word. */
export function StatusDot({ status, className }: { status: Status; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2.5 shrink-0 rounded-pill', DOTS[status], className)}
    />
  );
}
