/** Sentences about an absence and its bookings. docs/spec/texts.md §7 */
import type { AbsenceDays } from '../appointments/slots.ts';
import { APPOINTMENTS } from './counted-words.ts';
import { beforeComma, onDay, type Today } from './dates.ts';
import { type CountedWord, counted, formatNumber } from './numbers.ts';

const FREE_SLOTS: CountedWord = ['slobodan termin', 'slobodna termina', 'slobodnih termina'];
const BOOKED: CountedWord = ['zakazan termin', 'zakazana termina', 'zakazanih termina'];
const GUESTS: CountedWord = ['gošća nema nalog', 'gošće nemaju nalog', 'gošća nema nalog'];

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
