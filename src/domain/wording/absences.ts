/** Sentences about an absence and its bookings. docs/spec/texts.md §7 */
import type { AbsenceDays } from '../appointments/slots.ts';
import { t, tongue } from '../language/translate.ts';
import { addDays } from '../wall-clock.ts';
import { APPOINTMENTS } from './counted-words.ts';
import { beforeComma, onDay, type Today } from './dates.ts';
import { type CountedWord, counted, formatNumber } from './numbers.ts';

const FREE_SLOTS: CountedWord = 'slobodan termin|slobodna termina|slobodnih termina';
const BOOKED: CountedWord = 'zakazan termin|zakazana termina|zakazanih termina';
const GUESTS: CountedWord = 'gošća nema nalog|gošće nemaju nalog|gošća nema nalog';

export const freeSlotsInWords = (count: number): string => counted(count, FREE_SLOTS);

export const bookedInWords = (count: number): string => counted(count, BOOKED);

/** '3 od 21 rešeno': how many bookings of an absence the owner has dealt with. */
export const settledInWords = (settled: number, all: number): string =>
  `${formatNumber(settled)} od ${formatNumber(all)} rešeno`;

/** '5 gošća nema nalog i njih treba pozvati.': the owner must call guests, because they get no notification. */
export const guestsToCallInWords = (count: number): string =>
  `${counted(count, GUESTS)} i ${count === 1 ? 'nju' : 'njih'} treba pozvati.`;

/** Bookings and their days: '18 termina od 30. novembra do 5. decembra', for a single day '5 termina 30. novembra' */
export function appointmentsOfDays(count: number, { date_from, date_to }: AbsenceDays, today: Today): string {
  const last = beforeComma(onDay(date_to, today));
  const days = date_from === date_to ? last : `od ${onDay(date_from, today)} do ${last}`;
  return `${counted(count, APPOINTMENTS)} ${days}`;
}

/** 'Salon ne radi od 30. novembra do 5. decembra.', of two days 'Salon ne radi 7. i 8. decembra.', for a single day 'Salon ne radi 30. novembra.' docs/spec/texts.md §7 */
export function closedInWords({ date_from, date_to }: AbsenceDays, today: Today, who = t('Salon')): string {
  const to = beforeComma(onDay(date_to, today));
  if (date_from === date_to) return t('{who} ne radi {day}.', { who, day: to });
  const isOneMonth = date_from.slice(0, 7) === date_to.slice(0, 7);
  const first = `${Number(date_from.slice(8))}${tongue()?.dates.dot ?? '.'}`;
  return addDays(date_from, 1) === date_to && isOneMonth
    ? t('{who} ne radi {first} i {day}.', { who, first, day: to })
    : t('{who} ne radi od {from} do {to}.', { who, from: onDay(date_from, today), to });
}
