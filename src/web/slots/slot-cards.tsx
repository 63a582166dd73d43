import type { Appointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { personOf, serviceAndGuest } from '#domain/wording/appointments.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { StatusDot } from '../appointments/status-chip.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { SameAddress } from './same-address.tsx';
import { ChooseBox, type Chosen, isChoosable } from './selection.tsx';

const ROW = 'relative flex min-h-17 items-center gap-3 py-2 pr-1 pl-4';
/** With large text the person stands under the time. */
const TIME_AND_PERSON = 'flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1';
const OPEN =
  'min-w-0 rounded-card text-left wrap-break-word after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link';

type Slot = Appointment & { readonly same_address?: number };

export interface SlotCardsProps {
  slots: readonly Slot[];
  onOpen: (id: number) => void;
  /** Left out where nothing is to be chosen. */
  chosen?: Chosen;
  onSameAddress?: (id: number) => void;
}

function Person({ slot }: { slot: Appointment }) {
  const isCancelled = slot.status === 'CANCELLED';
  return (
    <>
      <span className={cx('block', isCancelled ? 'text-soft line-through' : 'font-semibold')}>
        {personOf(slot)}
      </span>
      <span className="block text-small text-soft">
        <StatusDot status={slot.status} className="mr-1.5" />
        {STATUS_LABELS[slot.status]}, {serviceAndGuest(slot)}
      </span>
    </>
  );
}

function Row({ slot, chosen, onOpen, onSameAddress }: Omit<SlotCardsProps, 'slots'> & { slot: Slot }) {
  const { id, start_datetime, end_datetime, status, notes } = slot;
  const hasPerson = status === 'BOOKED' || status === 'CANCELLED';
  return (
    <li
      data-appointment-id={id}
      className={cx(ROW, 'has-[button:hover]:bg-blush', chosen?.has(slot) && 'bg-blush')}
    >
      <div className={TIME_AND_PERSON}>
        <time
          dateTime={start_datetime.replace(' ', 'T')}
          className="min-w-[3.25rem] leading-[1.25rem] font-semibold"
        >
          {clockOf(start_datetime)}
          <small className="block text-small font-normal text-soft">{clockOf(end_datetime)}</small>
        </time>
        <div className="grid min-w-0 flex-1 basis-[min(100%,8rem)]">
          <button type="button" onClick={() => onOpen(id)} className={OPEN}>
            {hasPerson ? (
              <Person slot={slot} />
            ) : (
              <span className="block text-soft">
                <StatusDot status={status} className="mr-2" />
                {STATUS_LABELS[status]}
              </span>
            )}
            {notes && <span className="line-clamp-2 text-small text-soft italic">{notes}</span>}
          </button>
          {onSameAddress && <SameAddress slot={slot} onChoose={onSameAddress} />}
        </div>
      </div>
      {chosen && isChoosable(slot) && (
        <ChooseBox
          label={`Izaberi ${timeRange(start_datetime, end_datetime)}`}
          isOn={chosen.has(slot)}
          onChange={(isOn) => chosen.choose([slot], isOn)}
        />
      )}
    </li>
  );
}

/** A day's appointments as cards, for phones. */
export function SlotCards({ slots, ...rest }: SlotCardsProps) {
  return (
    <List>
      {slots.map((slot) => (
        <Row key={slot.id} slot={slot} {...rest} />
      ))}
    </List>
  );
}
