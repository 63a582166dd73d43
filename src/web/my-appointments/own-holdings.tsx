import type { OwnHolding } from '#contract/payments/holdings.ts';
import { t } from '#domain/language/translate.ts';
import { ownHoldingText } from '#domain/payments/holding-wording.ts';
import { useToday } from '../lib/clock/clock.ts';
import { useOwnHoldings } from '../lib/queries/own-holdings.ts';
import { bookingPath } from '../lib/routing/paths.ts';
import OwnWishes, { type OwnWishesProps } from '../pictures/own-wishes.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { typed } from '../ui/sentence.tsx';
import { VisitMoons } from '../ui/visit-moons.tsx';

/** Packages and vouchers as their person sees them: 'Vaš paket: preostalo 4, važi do 1. marta'. docs/spec/behaviour.md §32.3 */
function Holdings({ holdings, canBook = false }: { holdings: readonly OwnHolding[]; canBook?: boolean }) {
  const today = useToday();
  return holdings.map((held) => {
    const { id, name, kind, visits, visits_left, service_ids } = held;
    return (
      <section key={id} aria-label={name} className="mt-4 rounded-card border border-line bg-card px-5 py-4">
        {kind === 'PACKAGE' && <p className="text-small font-semibold text-soft">{typed(name)}</p>}
        <p className="font-display text-h3 tabular-nums">{ownHoldingText(held, today)}</p>
        {visits !== null && <VisitMoons visits={visits} left={visits_left ?? 0} />}
        {canBook && kind === 'PACKAGE' && (
          <ButtonLink
            to={bookingPath({ services: service_ids.slice(0, 1) })}
            variant="text"
            isSmall
            className="mt-1 -ml-3"
          >
            {t('Zakaži')}
          </ButtonLink>
        )}
      </section>
    );
  });
}

/** The open packages and vouchers of the client. Renders nothing without any, and while payments are off. */
export function OwnHoldings({ canBook = false }: { canBook?: boolean }) {
  const { data } = useOwnHoldings();
  return data?.length ? <Holdings holdings={data} canBook={canBook} /> : null;
}

interface TicketPartsProps extends OwnWishesProps {
  /** With the packages of a guest, by a link that the salon sent. */
  booking: OwnWishesProps['booking'] & { readonly holdings?: readonly OwnHolding[] | undefined };
}

/** What a ticket shows below the booking: packages, then the wishes. */
export default function TicketParts({ of, booking }: TicketPartsProps) {
  const { holdings } = booking;
  return (
    <>
      {holdings ? <Holdings holdings={holdings} /> : <OwnHoldings />}
      <OwnWishes of={of} booking={booking} />
    </>
  );
}
