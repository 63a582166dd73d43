import type { Appointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { Chip, type ChipTone } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';

type Status = Appointment['status'];

const COLORS: Record<Status, { tone: ChipTone; dot: string }> = {
  BOOKED: { tone: 'gold', dot: 'bg-booked' },
  AVAILABLE: { tone: 'dark', dot: 'bg-available' },
  BLOCKED: { tone: 'red', dot: 'bg-blocked' },
  CANCELLED: { tone: 'grey', dot: 'bg-cancelled' },
};

/** A chip with a status in words and in its color (docs/spec/product.md §4.1). */
export function StatusChip({ status }: { status: Status }) {
  return (
    <Chip
      tone={COLORS[status].tone}
      className={cx('whitespace-nowrap', status === 'CANCELLED' && 'line-through')}
    >
      {STATUS_LABELS[status]}
    </Chip>
  );
}

export function StatusDot({ status, className }: { status: Status; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2.5 shrink-0 rounded-pill', COLORS[status].dot, className)}
    />
  );
}
