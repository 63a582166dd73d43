import type { Times } from '#domain/appointments/slots.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';

const BETWEEN = ', ';

/** Text that wraps only after a comma, never within a date or a range of hours. */
export function UnbrokenParts({ of }: { of: string }) {
  return of.split(BETWEEN).map((part, index) => (
    <span key={part}>
      {index > 0 && BETWEEN}
      <span className="whitespace-nowrap tabular-nums">{part}</span>
    </span>
  ));
}

/** The times of an appointment: 'četvrtak, 26. novembar, 18:00 - 19:00'. */
export function WhenInWords({ row }: { row: Times }) {
  return <UnbrokenParts of={whenInWords(row, useToday())} />;
}
