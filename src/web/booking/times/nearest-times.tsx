import { offersBy } from '#domain/appointments/service-fit.ts';
import { offersNear } from '#domain/clients/rhythm.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { type FreeOffer, slotsFor } from '../../lib/appointment/offers.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Button } from '../../ui/button.tsx';
import type { ChosenTime } from './use-chooser.ts';

/** The times nearest to a time that another user has just booked, of any technician. docs/spec/behaviour.md §5.25 */
export function NearestTimes({ chooser, taken }: { chooser: ChosenTime; taken: FreeOffer }) {
  const today = useToday();
  const { strip, wanted } = chooser;
  const fitting = offersBy(
    slotsFor(strip, { ids: wanted?.ids ?? [], technicianId: null }),
    strip.rules,
  ).filter(({ isTooShort }) => !isTooShort);
  const nearest = offersNear(taken, fitting);
  const choose = (offer: FreeOffer) => {
    chooser.chooseOffer(offer);
    const { technician_id } = offer.slots[0];
    if (wanted?.technicianId && technician_id) chooser.chooseTechnician?.(technician_id);
  };
  const nameOf = (offer: FreeOffer) => {
    const { start_datetime: start, slots } = offer;
    const day = dateOf(start);
    const name = strip.technicians.find(({ id }) => id === slots[0].technician_id)?.name;
    const clock = clockOf(start);
    const isSameDay = day === dateOf(taken.start_datetime) || !today;
    return [isSameDay ? clock : t('{day} u {clock}', { day: shortDay(day, today), clock }), name]
      .filter(Boolean)
      .join(', ');
  };
  return (
    <div role="status" className="mt-5 rounded-card bg-blush p-4">
      <p>
        {t(nearest[0] ? 'Taj termin je neko upravo zauzeo. Najbliži:' : 'Taj termin je neko upravo zauzeo.')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden *:grow">
        {nearest.map((offer) => (
          <Button key={offer.start_datetime} variant="quiet" isSmall onClick={() => choose(offer)}>
            {nameOf(offer)}
          </Button>
        ))}
      </div>
    </div>
  );
}
