import { Check, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import { isUnbooked, STATUS_LABELS, timeLeftText } from '#domain/appointments/appointments.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf, serviceAndGuest } from '#domain/wording/appointments.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { Comes } from '../lib/appointment/comes.tsx';
import { StatusDot } from '../lib/appointment/status-chip.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import { IconAnchor } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

/** The columns of a wide list. The breakpoint is in rem, so that large text stacks the columns. */
const COLUMNS = '@[44rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)] @[44rem]:gap-x-4';
const RING =
  'outline-none after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-link';
const NOW =
  'bg-[color-mix(in_srgb,var(--color-booked)_16%,var(--color-card))] shadow-[inset_4px_0_var(--color-booked)]';

/** An appointment of the list; offline its status is unknown. */
type Listed = SeenAppointment &
  Partial<Pick<VisibleAppointment, 'status' | 'attended' | 'confirmed_at' | 'notes' | 'technician_name'>>;

export interface AppointmentRowsProps<Row extends Listed> {
  appointments: readonly Row[];
  /** Whether past appointments also show the phone number. */
  showsPhone?: boolean;
  /** True for a list with all statuses. Its rows show the status in words, the note, and the services, even while the appointment is in progress. */
  hasAllStatuses?: boolean;
  /** Whether each row is one line, for a day that is over. */
  isDense?: boolean;
  /** Opens an appointment. If missing, the rows are read-only. */
  onOpen?: (appointment: Row) => void;
  under?: (appointment: Row) => ReactNode;
  /** The checkbox of a selectable row. */
  choice?: (appointment: Row) => ReactNode;
  isChosen?: (appointment: Row) => boolean;
  className?: string;
}

type RowProps<Row extends Listed> = Omit<AppointmentRowsProps<Row>, 'appointments'> & {
  appointment: Row;
  now: WallTime;
};

const isOver = ({ appointment, now }: Pick<RowProps<Listed>, 'appointment' | 'now'>): boolean =>
  now >= appointment.end_datetime;

const isInProgress = ({ appointment, now }: Pick<RowProps<Listed>, 'appointment' | 'now'>): boolean =>
  appointment.status !== 'CANCELLED' && now >= appointment.start_datetime && now < appointment.end_datetime;

/** The end of a row: a chip if canceled or missed, a tick for a past appointment, otherwise a link to call. */
function End<Row extends Listed>(props: RowProps<Row>) {
  const { appointment, showsPhone, hasAllStatuses } = props;
  const phone = phoneOf(appointment);
  if (appointment.status === 'CANCELLED' && !hasAllStatuses)
    return <Chip tone="grey">{STATUS_LABELS.CANCELLED}</Chip>;
  if (appointment.attended === 0) return <Chip tone="warn">Nije došla</Chip>;
  if (isOver(props) && !showsPhone) {
    if ((appointment.status ?? 'BOOKED') !== 'BOOKED') return null;
    return (
      <span className="mx-3 text-ok">
        <Check strokeWidth={2} />
        <span className="sr-only">završen</span>
      </span>
    );
  }
  return (
    phone && (
      <IconAnchor
        icon={Phone}
        label="Pozovi"
        description={personOf(appointment)}
        href={telephoneLink(phone)}
        className="relative"
      />
    )
  );
}

/** Shows the person's name, or the status of an unbooked slot. A press anywhere in the row opens the appointment. */
function Name<Row extends Listed>(props: RowProps<Row>) {
  const { appointment, onOpen } = props;
  const { status } = appointment;
  const isSlot = status !== undefined && isUnbooked(status);
  const look = cx(
    !isSlot && status !== 'CANCELLED' && !isOver(props) && 'font-semibold',
    status === 'CANCELLED' && 'line-through',
    isSlot && 'text-soft',
  );
  const name = isSlot ? (
    <>
      <StatusDot status={status} className="mr-2" />
      {STATUS_LABELS[status]}
    </>
  ) : (
    personOf(appointment)
  );
  if (!onOpen) return <span className={look}>{name}</span>;
  return (
    <OpenButton onPress={() => onOpen(appointment)} className={cx(RING, look)}>
      {name}
    </OpenButton>
  );
}

/** The services and the guest. For today's appointments that have started, returns the time left or 'Termin je završen' instead. */
function about<Row extends Listed>({ appointment, now, hasAllStatuses }: RowProps<Row>): ReactNode {
  const { status, start_datetime, end_datetime, attended } = appointment;
  if (status !== undefined && isUnbooked(status)) return null;
  if (hasAllStatuses && status) {
    return (
      <>
        <StatusDot status={status} className="mr-1.5" />
        {STATUS_LABELS[status]}, {serviceAndGuest(appointment)}
      </>
    );
  }
  const isToday = dateOf(start_datetime) === dateOf(now);
  const isTimed = now >= start_datetime && attended !== 0 && isToday;
  return isTimed ? timeLeftText(now, start_datetime, end_datetime) : serviceAndGuest(appointment);
}

function Row<One extends Listed>(props: RowProps<One>) {
  const { appointment, onOpen, showsPhone, hasAllStatuses, isDense, under, choice, isChosen } = props;
  const { id, start_datetime, end_datetime, notes } = appointment;
  const phone = showsPhone ? phoneOf(appointment) : null;
  const isRunning = isInProgress(props);
  return (
    <li
      data-appointment-id={id}
      className={cx(
        'relative flex items-center gap-x-3 pr-2 pl-4',
        onOpen && 'transition-colors hover:bg-blush',
        isDense ? 'min-h-12' : 'min-h-16 py-2',
        isOver(props) && 'text-soft',
        isRunning && NOW,
        isChosen?.(appointment) && 'bg-blush',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <time
          dateTime={start_datetime.replace(' ', 'T')}
          className={cx('min-w-[3.25rem] leading-[1.25rem] tabular-nums', !isOver(props) && 'font-semibold')}
        >
          {clockOf(start_datetime)}
          {!isDense && (
            <small className="block text-small font-normal text-soft">{clockOf(end_datetime)}</small>
          )}
        </time>
        <div className={`grid min-w-0 flex-1 basis-[min(100%,8rem)] items-center wrap-break-word ${COLUMNS}`}>
          <div className="min-w-0">
            <Name {...props} />
            <Comes row={appointment} now={props.now} />
            {under?.(appointment)}
          </div>
          {!isDense && (
            <div className="flex flex-wrap gap-x-3 text-small text-soft @[44rem]:contents">
              <span className={cx('min-w-0 @max-[44rem]:empty:hidden', isRunning && 'text-ink')}>
                {about(props)}
              </span>
              <span className="flex min-w-0 flex-wrap gap-x-3 @[44rem]:grid">
                {phone && <span className="tabular-nums">{phone}</span>}
                {appointment.technician_name && <span>{appointment.technician_name}</span>}
                {hasAllStatuses && notes && (
                  <span className="line-clamp-2 italic @[44rem]:line-clamp-1">{notes}</span>
                )}
              </span>
            </div>
          )}
        </div>
      </div>
      <span className={cx('flex justify-end @[44rem]:min-w-11', choice && '@max-[44rem]:hidden')}>
        <End {...props} />
      </span>
      {choice && (
        <span className="-mr-1 min-w-11 @[44rem]:order-first @[44rem]:mr-0 @[44rem]:-ml-3">
          {choice(appointment)}
        </span>
      )}
    </li>
  );
}

/** The owner's list of appointments. Highlights the appointment in progress and ticks past ones; a press on a row opens its appointment. */
export function AppointmentRows<One extends Listed>(props: AppointmentRowsProps<One>) {
  const { appointments, className, ...row } = props;
  const now = useNow();
  if (now === null) return null;
  return (
    <List className={cx('@container', className)}>
      {appointments.map((appointment) => (
        <Row key={appointment.id} {...row} appointment={appointment} now={now} />
      ))}
    </List>
  );
}

/** The list of appointments under a heading per day, in the given order. */
export function AppointmentDays<One extends Listed>({ appointments, ...rest }: AppointmentRowsProps<One>) {
  const today = useToday();
  const days = Map.groupBy(appointments, ({ start_datetime }) => dateOf(start_datetime));
  return [...days].map(([date, ofDay]) => (
    <div key={date}>
      <h3 className="mb-2 font-text text-small font-semibold text-soft">{dayInWords(date, today)}</h3>
      <AppointmentRows appointments={ofDay} {...rest} />
    </div>
  ));
}

/** The open dialog on the owner's home page: an appointment, its edit form, or its cancellation. */
export interface Opened {
  appointment: Appointment;
  to?: 'edit' | 'cancel' | undefined;
}

export interface Opening {
  onOpen: (appointment: Appointment, to?: Opened['to']) => void;
}

/** A name that opens its appointment. A press anywhere in the surrounding row or card, which must be `relative`, opens it too. */
export function OpenButton({
  onPress,
  className,
  ...rest
}: ComponentProps<'button'> & { onPress: () => void }) {
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className={cx("max-w-full text-left after:absolute after:inset-0 after:content-['']", className)}
    />
  );
}
