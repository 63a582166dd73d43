import type { Times } from '#domain/appointments/slots.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';

const BETWEEN = ', ';

/** Breaks only after a comma: neither a date nor the range of hours is torn in two. */
export function UnbrokenParts({ of }: { of: string }) {
  return of.split(BETWEEN).map((part, index) => (
    <span key={part}>
      {index > 0 && BETWEEN}
      <span className="whitespace-nowrap tabular-nums">{part}</span>
    </span>
  ));
}

/** 'četvrtak, 26. novembar, 18:00 - 19:00' */
export function WhenInWords({ row }: { row: Times }) {
  return <UnbrokenParts of={whenInWords(row, useToday())} />;
}
