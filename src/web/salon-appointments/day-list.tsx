import { Check, Phone } from 'lucide-react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS, timeLeftText } from '#domain/appointments/appointments.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf, serviceAndGuest } from '#domain/wording/appointments.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import { IconAnchor } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { OpenButton } from './open-button.tsx';

const ROW = 'relative grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-3 pr-2 pl-4';
/** Around the row, which all of it opens. */
const RING =
  'outline-none after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-link';
const NOW = 'bg-[color-mix(in_srgb,var(--booked)_16%,var(--card))] shadow-[inset_4px_0_var(--booked)]';

/** A booking, with as much as is known of what became of it. */
type Listed = SeenAppointment & Partial<Pick<VisibleAppointment, 'status' | 'attended'>>;

export interface DayListProps<Row extends Listed> {
  appointments: readonly Row[];
  now: WallTime;
  /** Without it the rows are to be read. */
  onOpen?: (appointment: Row) => void;
  /** Under the name, and the way to call also of what is over. */
  showsPhone?: boolean;
  /** One line each: of a day that is over. */
  isDense?: boolean;
  className?: string;
}

type RowProps = Pick<DayListProps<Listed>, 'now' | 'showsPhone' | 'isDense'> & {
  appointment: Listed;
  onOpen: (() => void) | undefined;
};

/** At the end of a row: that it was cancelled, that nobody came, a tick once it is over today, else the way to call. */
function End({ appointment, now, showsPhone }: RowProps) {
  const { status, attended, end_datetime } = appointment;
  const phone = phoneOf(appointment);
  const isOver = now >= end_datetime;
  if (status === 'CANCELLED') return <Chip tone="grey">{STATUS_LABELS.CANCELLED}</Chip>;
  if (attended === 0) return <Chip tone="warn">Nije došla</Chip>;
  if (isOver && !showsPhone) return <Done />;
  return (
    phone && (
      <IconAnchor
        icon={Phone}
        label="Pozovi"
        description={personOf(appointment)}
        href={telephoneLink(phone)}
        className="relative text-link"
      />
    )
  );
}

function Done() {
  return (
    <span className="mx-3 text-ok">
      <Check aria-hidden="true" size={20} />
      <span className="sr-only">završen</span>
    </span>
  );
}

/** When an appointment is; its end in small letters below. */
function Hours({ appointment: { start_datetime, end_datetime }, now, isDense }: RowProps) {
  return (
    <time
      dateTime={start_datetime.replace(' ', 'T')}
      className={cx('leading-[1.25rem] tabular-nums', now < end_datetime && 'font-semibold')}
    >
      {clockOf(start_datetime)}
      {!isDense && <small className="block text-small font-normal text-soft">{clockOf(end_datetime)}</small>}
    </time>
  );
}

function Booking(props: RowProps) {
  const { appointment, now, onOpen, showsPhone, isDense } = props;
  const { id, start_datetime, end_datetime, attended, status } = appointment;
  const isOver = now >= end_datetime;
  const hasBegun = now >= start_datetime;
  const look = cx(!isOver && 'font-semibold', status === 'CANCELLED' && 'line-through');
  const isTold = hasBegun && attended !== 0 && dateOf(start_datetime) === dateOf(now);
  return (
    <li
      data-appointment-id={id}
      className={cx(
        ROW,
        onOpen && 'transition-colors hover:bg-blush',
        isDense ? 'min-h-12' : 'min-h-17 py-2.5',
        isOver && 'text-soft',
        hasBegun && !isOver && NOW,
      )}
    >
      <Hours {...props} />
      <span className="min-w-0 wrap-break-word">
        {onOpen ? (
          <OpenButton onPress={onOpen} className={cx(RING, look)}>
            {personOf(appointment)}
          </OpenButton>
        ) : (
          <span className={look}>{personOf(appointment)}</span>
        )}
        {!isDense && (
          <span className={cx('block text-small', !hasBegun && 'text-soft')}>
            {isTold ? timeLeftText(now, start_datetime, end_datetime) : serviceAndGuest(appointment)}
          </span>
        )}
        {showsPhone && phoneOf(appointment) && (
          <span className="block text-small text-soft">{phoneOf(appointment)}</span>
        )}
      </span>
      <End {...props} />
    </li>
  );
}

/** The bookings of a day: the one in progress is marked, what is over is ticked; a row opens its appointment. */
export function DayList<Row extends Listed>({ appointments, className, onOpen, ...rest }: DayListProps<Row>) {
  return (
    <List className={className}>
      {appointments.map((appointment) => (
        <Booking
          key={appointment.id}
          appointment={appointment}
          onOpen={onOpen && (() => onOpen(appointment))}
          {...rest}
        />
      ))}
    </List>
  );
}
