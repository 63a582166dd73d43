import { expect, test } from 'vitest';
import {
  appointmentsOfDays,
  bookedInWords,
  closedInWords,
  freeSlotsInWords,
  guestsToCallInWords,
  settledInWords,
} from './absences.ts';

test.each([
  [1, '1 gošća nema nalog i nju treba pozvati.'],
  [2, '2 gošće nemaju nalog i njih treba pozvati.'],
  [4, '4 gošće nemaju nalog i njih treba pozvati.'],
  [5, '5 gošća nema nalog i njih treba pozvati.'],
  [11, '11 gošća nema nalog i njih treba pozvati.'],
  [21, '21 gošća nema nalog i njih treba pozvati.'],
])('says that %i guests must be called', (count, words) => {
  expect(guestsToCallInWords(count)).toBe(words);
});

test.each([
  [1, '1 slobodan termin', '1 zakazan termin'],
  [24, '24 slobodna termina', '24 zakazana termina'],
  [25, '25 slobodnih termina', '25 zakazanih termina'],
])('writes %i free slots and bookings in words', (count, free, booked) => {
  expect([freeSlotsInWords(count), bookedInWords(count)]).toEqual([free, booked]);
});

test('the text for an absence says how many of its bookings the owner has dealt with', () => {
  expect(settledInWords(3, 21)).toBe('3 od 21 rešeno');
});

test.each([
  [18, '2026-11-30', '2026-12-05', '18 termina od 30. novembra do 5. decembra'],
  [1, '2026-11-30', '2026-11-30', '1 termin 30. novembra'],
  [5, '2026-12-30', '2027-01-02', '5 termina od 30. decembra do 2. januara 2027'],
] as const)('writes %i appointments from %s to %s in words', (count, date_from, date_to, words) => {
  expect(appointmentsOfDays(count, { date_from, date_to }, '2026-11-17')).toBe(words);
});

test.each([
  ['2025-11-30', '2025-12-05', 'Salon ne radi od 30. novembra do 5. decembra.'],
  ['2025-12-30', '2026-01-05', 'Salon ne radi od 30. decembra do 5. januara 2026.'],
  ['2025-11-30', '2025-11-30', 'Salon ne radi 30. novembra.'],
  ['2025-12-07', '2025-12-08', 'Salon ne radi 7. i 8. decembra.'],
  ['2025-12-07', '2025-12-09', 'Salon ne radi od 7. decembra do 9. decembra.'],
  ['2025-11-30', '2025-12-01', 'Salon ne radi od 30. novembra do 1. decembra.'],
  ['2026-01-02', '2026-01-02', 'Salon ne radi 2. januara 2026.'],
] as const)('an absence from %s to %s reads ‘%s’', (date_from, date_to, words) => {
  expect(closedInWords({ date_from, date_to }, '2025-11-22')).toBe(words);
  const ofMina = words.replace('Salon', 'Mina');
  expect(closedInWords({ date_from, date_to }, '2025-11-22', 'Mina')).toBe(ofMina);
});
