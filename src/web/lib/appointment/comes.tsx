import { Check } from 'lucide-react';
import { isComing } from '#domain/appointments/attendance.ts';
import type { WallTime } from '#domain/wall-clock.ts';

type Row = Parameters<typeof isComing>[0] & { readonly end_datetime: WallTime };

/** Says that the person of a booking has confirmed that she comes. docs/spec/behaviour.md §29.3 */
export const Comes = ({ row, now }: { row: Row; now: WallTime }) =>
  isComing(row) &&
  now < row.end_datetime && (
    <span className="flex items-center gap-1 text-small font-medium text-ok">
      <Check size={16} strokeWidth={2} className="shrink-0" />
      dolazi
    </span>
  );
