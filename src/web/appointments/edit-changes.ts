import type { Appointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { displayDate, timeRange } from '#domain/wording/dates.ts';

export interface Change {
  name: string;
  from: string;
  to: string;
}

const NOTHING = 'nije upisano';

const guest = ({ guest_name, guest_phone }: Appointment): string =>
  [guest_name, guest_phone].filter(Boolean).join(', ') || NOTHING;

const IN_WORDS: readonly (readonly [name: string, words: (row: Appointment) => string])[] = [
  [
    'Vreme',
    ({ start_datetime, end_datetime }) =>
      `${displayDate(dateOf(start_datetime))} ${timeRange(start_datetime, end_datetime)}`,
  ],
  ['Status', ({ status }) => STATUS_LABELS[status]],
  ['Usluga', ({ service_name }) => service_name ?? NO_SERVICE_LABEL],
  ['Klijent', ({ client_name }) => client_name ?? NOTHING],
  ['Gost', guest],
  ['Napomena', ({ notes }) => notes ?? NOTHING],
  ['Razlog otkazivanja', ({ cancel_reason }) => cancel_reason ?? NOTHING],
];

/** What someone else changed meanwhile, in the words of the form. */
export const changesBetween = (before: Appointment, after: Appointment): Change[] =>
  IN_WORDS.map(([name, words]) => ({ name, from: words(before), to: words(after) })).filter(
    ({ from, to }) => from !== to,
  );
