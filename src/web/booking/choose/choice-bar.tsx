import { dateOf } from '#salon/salon-time.ts';
import { dayInWords, timeRange } from '#salon/serbian-dates.ts';
import { Button } from '../../ui/action/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import type { Choice } from './use-choice.ts';

const PLACE =
  'fixed inset-x-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] z-4 rounded-t-sheet bg-card px-(--gap) pt-3 pb-4 shadow-float';
const PILL = 'md:inset-x-0 md:bottom-23 md:mx-auto md:w-148 md:rounded-sheet md:pb-5';

export interface ChoiceBarProps {
  choice: Choice;
  /** Why one can't go on yet. */
  alert: string | null;
  onProceed: () => void;
}

/** The chosen time stays in sight, with the way on. */
export function ChoiceBar({ choice: { day, slot }, alert, onProceed }: ChoiceBarProps) {
  return (
    <div className={cx(PLACE, PILL)}>
      <div className="mx-auto max-w-150">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>{dayInWords(slot ? dateOf(slot.start_datetime) : day)}</span>
          <span className={slot ? 'font-semibold tabular-nums' : 'text-soft'}>
            {slot ? timeRange(slot.start_datetime, slot.end_datetime) : 'izaberite vreme'}
          </span>
        </p>
        <div className="has-[p]:mt-3">
          <FormAlert text={alert} />
        </div>
        <Button isBlock onClick={onProceed} className="mt-3">
          Odabir usluge i potvrda rezervacije
        </Button>
      </div>
    </div>
  );
}
