/** What remains of packages and vouchers, in words. docs/spec/behaviour.md §32.3 */
import { t } from '../language/translate.ts';
import type { WallDate } from '../wall-clock.ts';
import { onDay, type Today } from '../wording/dates.ts';
import { type CountedWord, formatNumber } from '../wording/numbers.ts';

export const VISITS: CountedWord = 'poseta|posete|poseta';
export const VALID_MONTHS: CountedWord = 'mesec|meseca|meseci';

interface Left {
  readonly visits: number | null;
  readonly visits_left: number | null;
  readonly amount: number | null;
  readonly amount_left: number | null;
}

/** 'preostalo 4 od 11', 'preostalo 500 od 5.000 din' */
export const leftInWords = ({ visits, visits_left, amount, amount_left }: Left): string =>
  visits === null
    ? `preostalo ${formatNumber(amount_left ?? 0)} od ${formatNumber(amount ?? 0)} din`
    : `preostalo ${visits_left} od ${visits}`;

export const validUntil = (expires_on: WallDate, today: Today): string => `do ${onDay(expires_on, today)}`;

/** The sentence of a client: 'Vaš paket: preostalo 4, važi do 1. marta'. */
export const ownHoldingText = (held: Left & { readonly expires_on: WallDate }, today: Today): string =>
  held.visits === null
    ? t('Vaš vaučer: preostalo {amount} din, važi do {day}', {
        amount: formatNumber(held.amount_left ?? 0),
        day: onDay(held.expires_on, today),
      })
    : t('Vaš paket: preostalo {visits}, važi do {day}', {
        visits: held.visits_left ?? 0,
        day: onDay(held.expires_on, today),
      });
