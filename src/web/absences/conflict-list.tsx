import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { CalendarX2, Check, Phone } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Conflict } from '#contract/absences.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { MessageKind } from '#domain/appointments/fitting-message.ts';
import { type AbsenceDays, isAbsentOn } from '#domain/appointments/slots.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { settledInWords } from '#domain/wording/absences.ts';
import {
  guestNote,
  NO_SERVICE_LABEL,
  ofTechnician,
  personOf,
  phoneOf,
} from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { CancelAppointment } from '../appointments/cancel-appointment.tsx';
import { errorStatus, errorText, request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { useIsDesktop } from '../lib/device/owners-screen.ts';
import { toCallQuery } from '../lib/queries/admin-queries.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormAlert } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';

const nameOf = (appointment: Appointment): string =>
  appointment.client_name === null ? `${personOf(appointment)}, gošća` : personOf(appointment);

/** The services and the guest of a booking: 'Izlivanje noktiju', 'Gel lak, za: Mila Đokić'. */
function serviceOf(appointment: Appointment): string {
  const note = appointment.client_name === null ? null : guestNote(appointment);
  return [appointment.service_name ?? NO_SERVICE_LABEL, note].filter(Boolean).join(', ');
}

export function WhoAndWhen({ appointment }: { appointment: Appointment }) {
  const { start_datetime, end_datetime } = appointment;
  return (
    <div className="min-w-0 wrap-break-word">
      <p className="font-semibold">{nameOf(appointment)}</p>
      <p className="text-small text-soft">{dayInWords(dateOf(start_datetime), useToday())}</p>
      <p className="text-small text-soft">
        <span className="tabular-nums">{timeRange(start_datetime, end_datetime)}</span>,{' '}
        {serviceOf(appointment)}
      </p>
    </div>
  );
}

interface CancelledLinksProps {
  appointment: Appointment;
  /** What to tell; by default that the booking was canceled. */
  kind?: MessageKind;
  className?: string;
}

export function CancelledLinks({ appointment, kind = 'cancelled', className }: CancelledLinksProps) {
  const phone = phoneOf(appointment);
  if (phone === null) return <span className="text-small text-soft">bez telefona</span>;
  return (
    <MessageLinks
      phone={phone}
      of={`${nameOf(appointment)}, ${phone}`}
      kind={kind}
      facts={messageFacts(appointment)}
      className={className}
    />
  );
}

type Act = 'move' | 'cancel' | 'hand over';

interface ConflictRowProps {
  appointment: Conflict;
  isNarrow: boolean;
  onAct: (act: Act) => void;
}

function ConflictRow({ appointment, isNarrow, onAct }: ConflictRowProps) {
  const isDesktop = useIsDesktop() && !isNarrow;
  const [isCalling, setIsCalling] = useState(false);
  const links = useId();
  const name = nameOf(appointment);
  const phone = phoneOf(appointment);
  return (
    <li
      data-appointment-id={appointment.id}
      tabIndex={-1}
      className={cx(
        'grid gap-x-3 px-4',
        isDesktop
          ? 'grid-cols-[minmax(0,1fr)_auto_auto] items-center py-3'
          : 'grid-cols-[minmax(0,1fr)_auto] items-start pt-3 pb-1',
      )}
    >
      <WhoAndWhen appointment={appointment} />
      {isDesktop || phone === null ? (
        <CancelledLinks appointment={appointment} />
      ) : (
        <IconButton
          icon={Phone}
          label="Pozovi"
          description={`${name}, ${phone}`}
          aria-expanded={isCalling}
          aria-controls={links}
          onClick={() => setIsCalling(!isCalling)}
          isEdged
          className="aria-expanded:bg-blush"
        />
      )}
      {!isDesktop && (
        <div id={links} className="col-span-full has-[a]:mt-3">
          {isCalling && <CancelledLinks appointment={appointment} className="w-full" />}
        </div>
      )}
      <div className={cx('flex flex-wrap gap-1', !isDesktop && 'col-span-full mt-1 -ml-3')}>
        {appointment.colleagues.length > 0 && (
          <Button
            variant="text"
            isSmall
            aria-description={name}
            aria-haspopup="dialog"
            onClick={() => onAct('hand over')}
          >
            Prebaci
          </Button>
        )}
        <Button variant="text" isSmall aria-description={name} onClick={() => onAct('move')}>
          Pomeri
        </Button>
        <Button variant="danger-text" isSmall aria-description={name} onClick={() => onAct('cancel')}>
          Otkaži termin
        </Button>
      </div>
    </li>
  );
}

const FALLBACK = 'Greška pri prebacivanju termina.';

/** The dialog that reassigns a booking to another technician at the same time. docs/spec/behaviour.md §16.5 */
function HandOver({ row, onClose }: { row: Conflict; onClose: () => void }) {
  const toastUndo = useUndoToast();
  const invalidate = useInvalidateAppointments();
  const { id, start_datetime, end_datetime, version } = row;
  const move = useMutation({
    mutationFn: (to: Conflict['colleagues'][number]) =>
      request('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: { start_datetime, end_datetime, version, technician_id: to.id },
      }),
    onSuccess: ({ undo_token }, { name }) => {
      toastUndo(ofTechnician(name), undo_token, 'Termin je prebačen.');
      onClose();
    },
    onSettled: invalidate,
  });
  return (
    <Dialog title="Prebaci" onClose={onClose}>
      <WhoAndWhen appointment={row} />
      <p className="text-small text-soft">U to vreme su slobodne:</p>
      <div className="grid gap-2">
        {row.colleagues.map((colleague) => (
          <Button
            key={colleague.id}
            variant="quiet"
            isBlock
            isBusy={move.isPending && move.variables.id === colleague.id}
            onClick={() => move.isPending || move.mutate(colleague)}
          >
            {colleague.name}
          </Button>
        ))}
      </div>
      <FormAlert text={move.error && errorText(move.error, FALLBACK)} />
    </Dialog>
  );
}

function SettledRow({ settled: { row, outcome, when } }: { settled: Settled }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
      <div className="min-w-0 wrap-break-word text-soft">
        <s>{personOf(row)}</s>
        <p className="text-small tabular-nums">{when}</p>
      </div>
      <Chip tone="ok">
        <Check size={16} strokeWidth={2} />
        {outcome}
      </Chip>
    </li>
  );
}

const TITLE = 'Zakazani tih dana';
const FIRST_COUNT = 6;

/** How many settled conflicts the collapsed list shows, so that the owner sees progress. */
const FIRST_SETTLED_COUNT = 3;

export interface ConflictListProps {
  appointments: readonly Conflict[];
  days: AbsenceDays;
  today: WallDate;
  /** The number of conflicts when the absence was saved; null before saving, or if the server did not count the conflicts. */
  metCount: number | null;
  level: 2 | 3 | 4;
  /** Whether the list is out of date and being refetched; canceling is then disabled. */
  isStale?: boolean;
  /** Without it the bookings can't be canceled all at once. */
  onCancelAll?: () => void;
  title?: string;
  /** True in a dialog: rows as on a phone. */
  isNarrow?: boolean;
}

/** The bookings that an absence affects. Shows how many are settled, for example by moving them; lists the open ones first. */
export function ConflictList(props: ConflictListProps) {
  const {
    appointments,
    days,
    today,
    metCount,
    level,
    isStale,
    onCancelAll,
    title = TITLE,
    isNarrow = false,
  } = props;
  const { data: toCall = [] } = useQuery(toCallQuery);
  const settled = useSettled(appointments, days, today);
  // settled is only whom a message has reached, or somebody has called
  const isOpen = (id: number) => appointments.some((one) => one.id === id);
  const untold = toCall.filter(
    ({ id, start_datetime }) =>
      settled.some(({ row }) => row.id === id) || (isAbsentOn(dateOf(start_datetime), [days]) && !isOpen(id)),
  ).length;
  const [isWhole, setIsWhole] = useState(false);
  const [opened, setOpened] = useState<{ act: Act; row: Conflict } | null>(null);
  const close = () => setOpened(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = appointments.map(({ id }) => id);
  useFocusKept(ids, () => heading.current?.focus({ preventScroll: true }));
  const list = useRef<HTMLUListElement>(null);
  const open = appointments.length;
  const all = metCount === null ? open + settled.length : Math.max(metCount, open);
  if (all === 0) return null;
  const done = Math.max(0, all - open - untold);
  const settledShown = isWhole ? settled : settled.slice(0, FIRST_SETTLED_COUNT);
  const shown = isWhole ? appointments : appointments.slice(0, FIRST_COUNT - settledShown.length);
  const hidden = open + settled.length - shown.length - settledShown.length;
  const showAll = () => {
    flushSync(() => setIsWhole(true));
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-appointment-id]');
    rows?.[shown.length]?.focus({ preventScroll: true });
  };
  const Heading = `h${level}` as const;
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading
          ref={heading}
          tabIndex={-1}
          className={level === 2 ? undefined : 'font-text text-body font-semibold'}
        >
          {title}
        </Heading>
        <span role="status" className="text-small font-semibold tabular-nums">
          {settledInWords(done, all)}
        </span>
      </div>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-pill bg-line">
        <div
          className="h-full rounded-pill bg-ok transition-[width]"
          style={{ width: `${(100 * done) / all}%` }}
        />
      </div>
      {open > 0 && onCancelAll && (
        <Button
          icon={CalendarX2}
          variant="quiet"
          isBusy={isStale}
          onClick={onCancelAll}
          className="mt-4 text-error! max-md:w-full"
        >
          Otkaži sve i javi ({open})
        </Button>
      )}
      {shown.length + settledShown.length > 0 && (
        <List ref={list} className="mt-3">
          {shown.map((appointment) => (
            <ConflictRow
              key={appointment.id}
              appointment={appointment}
              isNarrow={isNarrow}
              onAct={(act) => setOpened({ act, row: appointment })}
            />
          ))}
          {settledShown.map((one) => (
            <SettledRow key={one.row.id} settled={one} />
          ))}
        </List>
      )}
      {opened?.act === 'move' && <AppointmentDialog id={opened.row.id} isEditing onClose={close} />}
      {opened?.act === 'hand over' && <HandOver row={opened.row} onClose={close} />}
      {opened?.act === 'cancel' && <CancelAppointment row={opened.row} onClose={close} />}
      {hidden > 0 && (
        <Button variant="text" isSmall isBlock onClick={showAll} className="mt-1">
          Prikaži još {hidden}
        </Button>
      )}
    </section>
  );
}

/** A conflict that is settled: the absence no longer affects the booking. */
export interface Settled {
  row: Appointment;
  /** How the conflict was settled, for example 'Pomeren'. */
  outcome: string;
  /** The time of the booking: 'uto 1. dec, 08:00'; for a moved booking the new time: 'na pon 7. dec, 15:00'. */
  when: string;
}

const momentOf = (at: WallTime, today: WallDate): string => `${shortDay(dateOf(at), today)}, ${clockOf(at)}`;

/** How a conflict was settled; null if the booking is unchanged. `now`: the current row, null if deleted. */
export function settledOf(
  row: Appointment,
  now: Pick<Appointment, 'status' | 'start_datetime' | 'technician_id' | 'technician_name'> | null,
  today: WallDate,
): Settled | null {
  const when = momentOf(row.start_datetime, today);
  if (now === null) return { row, outcome: 'Obrisan', when };
  if (now.status === 'CANCELLED') return { row, outcome: 'Otkazan', when };
  if (now.status !== 'BOOKED') return { row, outcome: 'Oslobođen', when };
  if (now.technician_id !== row.technician_id)
    return { row, outcome: 'Prebačen', when: ofTechnician(now.technician_name ?? '') };
  if (now.start_datetime === row.start_datetime) return null;
  return { row, outcome: 'Pomeren', when: `na ${momentOf(now.start_datetime, today)}` };
}

async function rowNow(id: Appointment['id'], signal: AbortSignal): Promise<Appointment | null> {
  try {
    return await request('GET /appointments/{id}', { params: { id }, signal });
  } catch (error) {
    if (errorStatus(error) !== 404) throw error;
    return null;
  }
}

const rowsNow = (ids: readonly Appointment['id'][]) =>
  queryOptions({
    queryKey: ['absences', 'elsewhere', ids],
    queryFn: async ({ signal }) =>
      new Map(await Promise.all(ids.map(async (id) => [id, await rowNow(id, signal)] as const))),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** The conflicts that this list has shown and that are settled now. Fetches rows one by one only if they are no longer on the absence's days. */
function useSettled(conflicts: readonly Appointment[], days: AbsenceDays, today: WallDate): Settled[] {
  const [seen, setSeen] = useState<readonly Appointment[]>([]);
  const isConflict = ({ id }: Appointment) => conflicts.some((one) => one.id === id);
  const unknown = conflicts.filter(({ id }) => !seen.some((one) => one.id === id));
  if (unknown.length > 0) setSeen([...seen, ...unknown]);
  const gone = seen.filter((row) => isAbsentOn(dateOf(row.start_datetime), [days]) && !isConflict(row));
  const range = gone.length > 0 ? { from: days.date_from, to: days.date_to } : null;
  const here = useQuery(appointmentQueries.list(range)).data;
  const elsewhere = here ? gone.filter((row) => !here.some(({ id }) => id === row.id)) : [];
  const moved = useQuery(rowsNow(elsewhere.map(({ id }) => id))).data;
  const nowOf = ({ id }: Appointment) => here?.find((one) => one.id === id) ?? moved?.get(id);
  return gone.flatMap((row) => {
    const now = nowOf(row);
    return now === undefined ? [] : (settledOf(row, now, today) ?? []);
  });
}
