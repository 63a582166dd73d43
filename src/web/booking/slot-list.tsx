import { DAY_PART_LABELS, type DayPart, dayPartOf } from '#domain/booking.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { HangingLunula } from '../ui/brand.tsx';
import { cx } from '../ui/cx.ts';
import type { FreeSlot } from './use-free-slots.ts';

export const SLOT_GRID = 'mt-2 grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-2';
const SLOT =
  'relative min-h-12 rounded-card border font-medium tabular-nums transition-colors border-edge bg-card hover:border-link hover:bg-blush';
const PRESSED =
  'aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';

const PARTS: readonly DayPart[] = ['morning', 'afternoon'];

export interface SlotListProps {
  /** Of one day, by start. */
  slots: readonly FreeSlot[];
  chosenId: number | undefined;
  onChoose: (slot: FreeSlot) => void;
}

/** The free slots of a day under Prepodne and Popodne; a heading without slots is left out. */
export function SlotList({ slots, chosenId, onChoose }: SlotListProps) {
  const byPart = Map.groupBy(slots, dayPartOf);
  return PARTS.map((part) => {
    const ofPart = byPart.get(part);
    return (
      ofPart && (
        <section key={part} aria-labelledby={`slobodno-${part}`} className="mt-5">
          <h2 id={`slobodno-${part}`} className="font-text text-label font-semibold tracking-wide text-soft">
            {DAY_PART_LABELS[part]}
          </h2>
          <div className={SLOT_GRID}>
            {ofPart.map((slot) => (
              <button
                key={slot.id}
                type="button"
                aria-pressed={slot.id === chosenId}
                onClick={() => onChoose(slot)}
                className={cx(SLOT, PRESSED)}
              >
                {slot.id === chosenId && <HangingLunula className="-top-px" />}
                {timeRange(slot.start_datetime, slot.end_datetime)}
              </button>
            ))}
          </div>
        </section>
      )
    );
  });
}
