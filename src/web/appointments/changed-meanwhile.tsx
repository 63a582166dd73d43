import { TriangleAlert } from 'lucide-react';
import type { Appointment } from '#contract/appointments.ts';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { displayDate, timeRange } from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';

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
  ['Cena', ({ service_price }) => (service_price === null ? NOTHING : priceText(service_price))],
  ['Klijent', ({ client_name }) => client_name ?? NOTHING],
  ['Gost', guest],
  ['Napomena', ({ notes }) => notes ?? NOTHING],
  ['Razlog otkazivanja', ({ cancel_reason }) => cancel_reason ?? NOTHING],
];

/** The fields that differ between two versions of an appointment, with the form's labels. */
export const changesBetween = (before: Appointment, after: Appointment): Change[] =>
  IN_WORDS.map(([name, words]) => ({ name, from: words(before), to: words(after) })).filter(
    ({ from, to }) => from !== to,
  );

export function ChangedMeanwhile({ changes }: { changes: readonly Change[] }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn"
    >
      <TriangleAlert className="shrink-0" />
      <div className="grid min-w-0 gap-1.5 wrap-break-word">
        <p className="font-semibold">{textOfOwnerError('appointment_changed')}</p>
        <ul className="text-ink">
          {changes.map(({ name, from, to }) => (
            <li key={name}>
              {name}: <s className="text-soft">{from}</s> <span aria-hidden="true">→</span>
              <span className="sr-only">, sada</span> <b className="font-semibold">{to}</b>
            </li>
          ))}
        </ul>
        <p>Ono što ste upisali je ostalo. Proverite i sačuvajte ponovo.</p>
      </div>
    </div>
  );
}
