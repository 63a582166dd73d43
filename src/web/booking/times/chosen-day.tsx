import { lazyPage } from '../../lib/routing/lazy-page.ts';
import { LazyPart } from '../../lib/routing/lazy-part.tsx';
import { FormAlert } from '../../ui/form.tsx';
import type { NoTimesProps } from './no-times.tsx';
import { isChoosable, SlotList } from './slot-list.tsx';
import type { Chooser } from './use-chooser.ts';

export const noTimes = lazyPage(() => import('./no-times.tsx'));

/** True if the day has a time to choose, or one was chosen, which may be gone since. */
export function canProceed({ strip: { query, days, rules }, choice }: Chooser): boolean {
  const day = days.find(({ date }) => date === choice?.day);
  const isThere = choice?.offer || day?.offers.some((offer) => isChoosable(offer, rules.service_fit));
  return query.isSuccess && Boolean(isThere);
}

export type ChosenDayProps = Omit<NoTimesProps, 'day'>;

/** The times of the chosen day, or why there are none and what else the user can do. */
export function ChosenDay({ chooser, wait }: ChosenDayProps) {
  const { strip, choice, alert, chooseOffer } = chooser;
  const { days, rules } = strip;
  const day = days.find(({ date }) => date === choice?.day);
  if (!day) return null;
  return (
    <>
      {!canProceed(chooser) && (
        <div className="has-[p]:mt-5">
          <FormAlert text={alert} />
        </div>
      )}
      {day.offers.every(({ isTooShort }) => isTooShort) && (
        <LazyPart part={noTimes} props={{ chooser, wait, day }} />
      )}
      <SlotList
        offers={day.offers}
        service_fit={rules.service_fit}
        chosen={choice?.offer ?? null}
        onChoose={chooseOffer}
      />
    </>
  );
}
