import { useId } from 'react';
import type { FitRules } from '#domain/appointments/service-fit.ts';
import { areSameTimes, type Times } from '#domain/appointments/slots.ts';
import { DAY_PART_LABELS, type DayPart, dayPartOf } from '#domain/booking.ts';
import { said, t } from '#domain/language/translate.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { TOO_SHORT_NOTE } from '#domain/wording/services.ts';
import { isChoosable } from '../../lib/appointment/free-days.ts';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { HangingLunula } from '../../ui/brand.tsx';
import { cx } from '../../ui/cx.ts';

export const SLOT_GRID = 'mt-2 grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2';
const SLOT = 'relative min-h-12 rounded-card border px-1 font-medium tabular-nums transition-colors';
const LONG_ENOUGH = 'border-edge bg-card hover:border-link hover:bg-blush';
const TOO_SHORT = 'border-dashed border-edge text-soft';
const PRESSED =
  'aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';

const PARTS: readonly DayPart[] = ['morning', 'afternoon'];

interface SlotProps {
  offer: FreeOffer;
  /** The times shown on the button; by default the offer's own times. */
  times?: Times | undefined;
  isChosen: boolean;
  /** Called for a press on the button; undefined if the time can't be chosen. */
  onChoose: (() => void) | undefined;
}

/** A button named by its time; the note under the time is its description. */
export function Slot({ offer, times = offer, isChosen, onChoose }: SlotProps) {
  const note = offer.isTooShort && t(TOO_SHORT_NOTE);
  const id = useId();
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={!onChoose || undefined}
      aria-describedby={note ? id : undefined}
      onClick={onChoose}
      className={cx(
        SLOT,
        offer.isTooShort && !isChosen ? TOO_SHORT : LONG_ENOUGH,
        onChoose && PRESSED,
        offer.isTooShort && onChoose && 'hover:border-link hover:bg-blush',
        note && 'py-2',
      )}
    >
      {isChosen && <HangingLunula className="-top-px" />}
      {timeRange(times.start_datetime, times.end_datetime)}
      {note && (
        <span id={id} aria-hidden="true" className="block text-label font-normal text-balance">
          {note}
        </span>
      )}
    </button>
  );
}

export interface SlotListProps {
  /** The offers of one day, sorted by start. */
  offers: readonly FreeOffer[];
  service_fit: FitRules['service_fit'];
  chosen: FreeOffer | null;
  onChoose: (offer: FreeOffer) => void;
  /** Returns the times to show for an offer; by default the offer's own times. */
  timesOf?: ((offer: FreeOffer) => Times) | undefined;
}

/** The times of a day under the headings Prepodne and Popodne, and folded below them the times that are too short. Omits a heading without times. */
export function SlotList({ offers, service_fit, chosen, onChoose, timesOf }: SlotListProps) {
  const id = useId();
  const byPart = Map.groupBy(
    offers.filter(({ isTooShort }) => !isTooShort),
    dayPartOf,
  );
  const short = offers.filter(({ isTooShort }) => isTooShort);
  const slotsOf = (some: readonly FreeOffer[]) => (
    <div className={SLOT_GRID}>
      {some.map((offer) => (
        <Slot
          key={offer.start_datetime + offer.end_datetime}
          offer={offer}
          times={timesOf?.(offer)}
          isChosen={chosen !== null && areSameTimes(offer, chosen)}
          onChoose={isChoosable(offer, service_fit) ? () => onChoose(offer) : undefined}
        />
      ))}
    </div>
  );
  const parts = PARTS.map((part) => {
    const ofPart = byPart.get(part);
    return (
      ofPart && (
        <section key={part} aria-labelledby={id + part} className="mt-5">
          <h2 id={id + part} className="font-text text-label font-semibold tracking-wide text-soft">
            {said(DAY_PART_LABELS[part])}
          </h2>
          {slotsOf(ofPart)}
        </section>
      )
    );
  });
  return (
    <>
      {parts}
      {short[0] && (
        <details className="mt-5" open={chosen?.isTooShort || undefined}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-link">
            {t('Prekratka vremena ({count})', { count: short.length })}
          </summary>
          {slotsOf(short)}
        </details>
      )}
    </>
  );
}
