/** Chosen services and the free times for them, as the first screen of the booking page shows them. */
import { minutesOfServices, priceOf } from '../appointments/lines.ts';
import { type CountedWord, counted, durationText, pluralForm, priceText } from './numbers.ts';

/** The sum of the services' prices: 'od 2.400 din' if one of the services has no fixed price. docs/spec/texts.md §4.1 */
export function sumText(services: readonly { readonly price: number | null }[]): string {
  const sum = priceText(priceOf(services));
  return priceOf(services) && services.some(({ price }) => !price) ? `od ${sum}` : sum;
}

type Priced = { readonly price: number | null; readonly duration_minutes: number | null };

export const lengthAndPrice = (services: readonly Priced[]): string =>
  `${durationText(minutesOfServices(services))}, ${sumText(services)}`;

const SLOTS_JOINED: CountedWord = ['termin spojen', 'termina spojena', 'termina spojeno'];
const NUMBERS_IN_WORDS = new Map([
  [2, 'dva'],
  [3, 'tri'],
  [4, 'četiri'],
]);

/** The number of joined slots: 'dva termina spojena', '5 termina spojeno'. docs/spec/texts.md §7 */
export function joinedInWords(count: number): string {
  const number = NUMBERS_IN_WORDS.get(count);
  return number === undefined ? counted(count, SLOTS_JOINED) : `${number} ${pluralForm(count, SLOTS_JOINED)}`;
}

/** The note on a slot too short for the chosen service: '60 min, kraće od usluge'. docs/spec/texts.md §7 */
export const tooShortInWords = (minutes: number): string => `${minutes} min, kraće od usluge`;

/** The service row of the booking page while no service is chosen. docs/spec/texts.md §7 */
export const ANY_SERVICE = { name: 'Bilo koja usluga', note: 'Izabraćete je kasnije' };
