/** Chosen services and the free times for them, as the first screen of the booking page shows them. */
import { minutesOfServices, priceOf } from '../appointments/lines.ts';
import { type Sentence, t } from '../language/translate.ts';
import { durationText, priceText } from './numbers.ts';

/** The sum of the services' prices: 'od 2.400 din' if one of the services has no fixed price. docs/spec/texts.md §4.1 */
export function sumText(services: readonly { readonly price: number | null }[]): string {
  const sum = priceText(priceOf(services));
  return priceOf(services) && services.some(({ price }) => !price) ? t('od {sum}', { sum }) : sum;
}

type Priced = { readonly price: number | null; readonly duration_minutes: number | null };

export const lengthAndPrice = (services: readonly Priced[]): string =>
  `${durationText(minutesOfServices(services))}, ${sumText(services)}`;

/** The note on a slot too short for the chosen service. docs/spec/texts.md §7 */
export const TOO_SHORT_NOTE = 'premalo vremena';

/** The choice to name no service, in the list of services. docs/spec/texts.md §7 */
export const ANY_SERVICE = {
  name: 'Još ne znam uslugu',
  note: 'Možete je izabrati i kasnije',
} as const satisfies Record<string, Sentence>;
