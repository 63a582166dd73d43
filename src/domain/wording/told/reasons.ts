/** The reasons of cancellations that the product itself writes or offers, in the language of who reads them. docs/spec/behaviour.md §33.2 */
import { LAPSED_REASON } from '../../appointments/requests.ts';
import { DECLINED_REASON } from '../../clients/request-until.ts';
import { type Sentence, said } from '../../language/translate.ts';

export const UNPAID_REASON = 'Kapara nije uplaćena.';

/** The most common reasons for a cancellation by the salon or by the client. */
export const CANCEL_REASONS = {
  SALON: ['Bolest', 'Nestanak struje', 'Salon ne radi'],
  CLIENT: ['Bolest', 'Posao', 'Druge obaveze'],
} as const satisfies Record<string, readonly Sentence[]>;

const BUILT_IN: readonly Sentence[] = [
  ...CANCEL_REASONS.SALON,
  ...CANCEL_REASONS.CLIENT,
  ...([DECLINED_REASON, LAPSED_REASON, UNPAID_REASON] as const satisfies readonly Sentence[]),
];

/** A stored reason for its reader: a built-in one in her language, what somebody typed as it is. */
export function reasonText(reason: string): string {
  const known = BUILT_IN.find((one) => one === reason);
  return known ? said(known) : reason;
}
