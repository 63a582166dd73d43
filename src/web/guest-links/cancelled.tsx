import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import type { Deposit } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { areSameTimes } from '#domain/appointments/slots.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { referenceText } from '#domain/wording/deposits.ts';
import { reasonText } from '#domain/wording/told/reasons.ts';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { pathOfOffer, useOffers } from '../lib/appointment/use-offers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { focusHeading } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { sentence } from '../ui/sentence.tsx';

function WhenAndWhy({ booking, className }: { booking: GuestBooking; className: string }) {
  const today = useToday();
  return (
    <div className={cx('wrap-break-word text-soft', className)}>
      <p>{whenInWords(booking, today)}</p>
      {booking.cancel_reason && (
        <p className="whitespace-pre-line">
          {t('Razlog: {reason}', { reason: reasonText(booking.cancel_reason) })}
        </p>
      )}
    </div>
  );
}

/** Says that the deposit did not arrive in time, and asks guests who have paid to call the salon. */
function PaidTooLate({ deposit: { until, reference } }: { deposit: Deposit }) {
  const phone = useSalon().data?.phone;
  return (
    <div className="mb-6 grid gap-3">
      <p>
        <Chip tone="grey">
          <Clock size={16} strokeWidth={2} className="shrink-0" />
          {t('Uplata nije stigla do {time}', { time: clockOf(until) })}
        </Chip>
      </p>
      <p className="rounded-card bg-blush px-4 py-3 text-small">
        <b className="font-semibold">{t('Uplatili ste?')}</b>{' '}
        {phone
          ? sentence('Pozovite salon, {phone}.', {
              phone: (
                <a href={telephoneLink(phone)} className="text-link-inline">
                  {phone}
                </a>
              ),
            })
          : t('Pozovite salon.')}
        <span className="block tabular-nums">
          {t('Poziv na broj: {reference}', { reference: referenceText(reference) })}
        </span>
      </p>
    </div>
  );
}

/** The URL that books the times of the booking again, if possible with the same technician; undefined if they are not offered. */
function useSameTime(booking: GuestBooking, isWanted: boolean): string | undefined {
  const day = dateOf(booking.start_datetime);
  const { isSplit, offersOf } = useOffers(isWanted ? { from: day, to: day } : null);
  const services = serviceIdsOf(booking);
  const same = offersOf({ ids: isSplit ? services : [], technicianId: null }).filter((offer) =>
    isSplit ? offer.start_datetime === booking.start_datetime : areSameTimes(offer, booking),
  );
  const found = same.find(({ slots: [slot] }) => slot.technician_id === booking.technician_id) ?? same[0];
  return found && pathOfOffer(found, isSplit, { services, technician: found.slots[0].technician_id ?? null });
}

/** A canceled booking; one whose deposit did not arrive can be booked again. On the home page as a card. */
export function Cancelled({ booking, isCard }: { booking: GuestBooking; isCard?: boolean }) {
  const expired = booking.deposit?.state === 'EXPIRED' ? booking.deposit : null;
  const again = useSameTime(booking, expired !== null);
  useEffect(() => void (isCard || focusHeading()), [isCard]);
  const title = t(expired ? 'Termin je oslobođen' : 'Termin je otkazan.');
  return (
    <>
      {isCard ? (
        <h2 className="text-h3">{title}</h2>
      ) : (
        <h1 tabIndex={-1} className="mt-7">
          {title}
        </h1>
      )}
      <WhenAndWhy booking={booking} className={isCard && !expired ? 'text-small' : 'mt-1 mb-6'} />
      {expired && <PaidTooLate deposit={expired} />}
      {again && (
        <section className="mb-3">
          <h2 className="mb-2 text-h3">{t('Još je slobodan')}</h2>
          <ButtonLink to={again} isBlock>
            {t('Rezerviši ponovo')}
          </ButtonLink>
        </section>
      )}
      {(expired || !isCard) && (
        <ButtonLink to={paths.booking} variant={again ? 'quiet' : 'primary'} isBlock>
          {t(expired ? 'Izaberi drugo vreme' : 'Zakaži termin')}
        </ButtonLink>
      )}
    </>
  );
}
