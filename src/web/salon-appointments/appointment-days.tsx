import { dateOf } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import { AppointmentRows, type AppointmentRowsProps } from './appointment-rows.tsx';

/** The list of appointments under a heading per day, in the given order. */
export function AppointmentDays<One extends SeenAppointment>({
  appointments,
  ...rest
}: AppointmentRowsProps<One>) {
  const today = useToday();
  const days = Map.groupBy(appointments, ({ start_datetime }) => dateOf(start_datetime));
  return [...days].map(([date, ofDay]) => (
    <div key={date}>
      <h3 className="mb-2 font-text text-small font-semibold text-soft">{dayInWords(date, today)}</h3>
      <AppointmentRows appointments={ofDay} {...rest} />
    </div>
  ));
}
