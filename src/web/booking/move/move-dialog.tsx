import { minutesOf, type Offer } from '#domain/appointments/service-fit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { serviceInFull } from '#domain/wording/appointments.ts';
import { dayInWords, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { FormAlert } from '../../ui/form.tsx';
import type { FreeOffer } from '../times/use-strip.ts';
import { type Movable, type MoveOf, type MoveOutcomes, useMove } from './use-move.ts';

const POINT = 'absolute left-1 size-2.75 rounded-full';

/** From where to where, on one rail; the new time is the largest. */
function FromTo({ from, to }: { from: Movable; to: Times }) {
  const today = useToday();
  const length = minutesOf(to);
  const before = minutesOf(from);
  return (
    <div className="grid gap-4">
      <div className="relative pl-9 text-soft">
        <i aria-hidden="true" className={cx(POINT, 'top-1.5 shadow-[inset_0_0_0_1.5px_var(--edge)]')} />
        <i
          aria-hidden="true"
          className="absolute top-5 -bottom-7 left-[calc(var(--spacing)*2.375-0.75px)] border-l-[1.5px] border-dotted border-edge"
        />
        <p>
          <span className="sr-only">Od </span>
          <s className="decoration-1 tabular-nums">{timeRange(from.start_datetime, from.end_datetime)}</s>
        </p>
        <p className="text-small">{dayInWords(dateOf(from.start_datetime), today)}</p>
      </div>
      <div className="relative pl-9">
        <i aria-hidden="true" className={cx(POINT, 'top-3.5 bg-accent')} />
        <p className="time-xl">
          <span className="sr-only">Do </span>
          {timeRange(to.start_datetime, to.end_datetime)}
        </p>
        <p>{dayInWordsWithYear(dateOf(to.start_datetime))}</p>
        {length !== before && <p className="mt-1 font-medium">{`${length} min umesto ${before}`}</p>}
        <p className="mt-3 text-small wrap-break-word text-soft">
          {serviceInFull({ ...from, ...timesOf(to) })}
        </p>
      </div>
    </div>
  );
}

const timesOf = ({ start_datetime, end_datetime }: Times): Times => ({ start_datetime, end_datetime });

export interface MoveDialogProps extends MoveOutcomes {
  of: MoveOf;
  booking: Movable;
  offer: FreeOffer;
  onClose: () => void;
}

/** The last step of moving: from where to where, and it is moved. docs/spec/behaviour.md §5.21 */
export function MoveDialog({ of, booking, offer, onClose, ...outcomes }: MoveDialogProps) {
  const { move, isBusy, alert } = useMove(of, outcomes);
  return (
    <Dialog title="Pomeranje termina" onClose={onClose} isBusy={isBusy} hasCloseButton={false}>
      <FromTo from={booking} to={offer} />
      <div className="has-[p]:mt-4">
        <FormAlert text={alert} />
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} disabled={isBusy}>
          Odustani
        </Button>
        <Button isBusy={isBusy} onClick={() => move(targetOf(offer))}>
          Pomeri termin
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const targetOf = ({ slots: [{ id }], start_datetime, end_datetime }: Offer<{ id: number } & Times>) => ({
  to_id: id,
  seen_start: start_datetime,
  seen_end: end_datetime,
});
