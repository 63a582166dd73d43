import type { Service } from '#contract/services.ts';
import { minutesOfServices, priceOf } from '#domain/appointments/lines.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { t } from '#domain/language/translate.ts';
import { expectedDeposit } from '#domain/payments/deposits.ts';
import { uncoveredLines } from '#domain/payments/holdings.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { heldUntil, refundInWords } from '#domain/wording/deposits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useOwnHoldings } from '../lib/queries/own-holdings.ts';
import { useSalon, useServices } from '../lib/queries/queries.ts';

interface DepositNoteProps {
  offer: Times;
  services: readonly Service[];
  /** Whether a client books for herself, so that her packages count. */
  isForHerself: boolean;
}

/** The deposit that the booking will need; null if none. */
export function useExpectedDeposit({ offer, services, isForHerself }: DepositNoteProps) {
  const rule = useSalon().data?.deposit;
  const now = useNow();
  const { data = [] } = useServices();
  const own = useOwnHoldings(isForHerself && rule !== undefined);
  if (!rule || !now || own.isLoading) return null;
  const prices = data.flatMap(({ is_addon, price }) => (is_addon || !price ? [] : [price]));
  const toPay = uncoveredLines(
    services.map((service) => ({ ...service, service_id: service.id })),
    (isForHerself && own.data) || [],
    dateOf(offer.start_datetime),
  );
  if (toPay.length === 0 && services.length > 0) return null;
  const price = priceOf(toPay) ?? (prices.length > 0 ? Math.min(...prices) : null);
  const minutes = minutesOfServices(toPay);
  return expectedDeposit(rule, { minutes, price, now, start: offer.start_datetime });
}

const FOR_ALL = 'Kapara {amount} din, uplata {until}';
const NEEDED = {
  ALL: FOR_ALL,
  LONG: FOR_ALL,
  NEW: 'Ako dolazite prvi put: kapara {amount} din, uplata {until}',
  NO_SHOW: 'Ako ste ranije propustili termin: kapara {amount} din, uplata {until}',
} as const;

/** Says before the booking that it needs a deposit, until when, and what happens with it. docs/spec/behaviour.md §19.2 */
export default function DepositNote(props: DepositNoteProps) {
  const deposit = useExpectedDeposit(props);
  const salon = useSalon().data;
  const today = useToday();
  if (!deposit || !salon?.deposit) return null;
  const until = heldUntil(deposit.until, today);
  const text = t(NEEDED[salon.deposit.for], { amount: formatNumber(deposit.amount), until });
  return <p className="text-small">{`${text}; ${refundInWords(salon.late_cancel_hours)}.`}</p>;
}
