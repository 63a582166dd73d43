import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, ChevronRight, History, RotateCcw, StickyNote, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import { actionRefusal, timeLeftText } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, NO_SERVICE_LABEL, personOf, phoneOf, whenInWords } from '#domain/wording/appointments.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { counted, NO_SHOWS, priceText } from '#domain/wording/numbers.ts';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { request } from '../lib/api.ts';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { useNow } from '../lib/clock/clock.ts';
import { errorText } from '../lib/errors.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.ts';
import { AppointmentFoot, CancelButton, DeleteSection } from './appointment-actions.tsx';
import { AppointmentHistory, BackToAppointment, HistoryLead, takeFocus } from './appointment-history.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';
import { EditForm } from './edit-form.tsx';
import { MessageChoice } from './message-links.tsx';
import { NewAppointment } from './new-appointment.tsx';
import { OfferAgain } from './offer-again.tsx';
import { StatusChip } from './status-chip.tsx';
import { WhenInWords } from './when-in-words.tsx';

interface OfRow {
  row: VisibleAppointment;
}

/** Status, how long until then, how often the person did not come. */
function Chips({ row, now }: OfRow & { now: WallTime }) {
  const { status, start_datetime, end_datetime, client_no_shows = 0 } = row;
  return (
    <p className="mt-3 flex flex-wrap gap-2 first:mt-0">
      <StatusChip status={status} />
      {status === 'BOOKED' && (
        <Chip>
          <CalendarClock aria-hidden="true" size={16} className="shrink-0" />
          {timeLeftText(now, start_datetime, end_datetime)}
        </Chip>
      )}
      {client_no_shows > 0 && (
        <Chip tone="warn">
          <UserX aria-hidden="true" size={16} className="shrink-0" />
          {counted(client_no_shows, NO_SHOWS)}
        </Chip>
      )}
    </p>
  );
}

/** The name of a client leads to their card; a guest has none. */
function Name({ row }: OfRow) {
  const [isOpen, setIsOpen] = useState(false);
  const { client_id } = row;
  const name = personOf(row);
  if (client_id === null) return <h3 className="text-h1 wrap-break-word">{name}</h3>;
  return (
    <>
      <h3 className="text-h1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-link"
        >
          <span className="min-w-0 wrap-break-word">{name}</span>
          <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-soft" />
        </button>
      </h3>
      {isOpen &&
        createPortal(<ClientDialog id={client_id} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}

/** What the salon wrote down about the client, for its own eyes. */
function PrivateNote({ text }: { text: string }) {
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
      <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">
        <span className="sr-only">Beleška o klijentkinji: </span>
        {text}
      </span>
    </p>
  );
}

/** Whose appointment it is, what to know about them, and the ways to reach them. */
function Person({ row, now }: OfRow & { now: WallTime }) {
  const phone = phoneOf(row);
  const note = guestNote(row);
  const kind = fittingMessage(row, now);
  return (
    <>
      <Name row={row} />
      {phone && <p className="text-small text-soft tabular-nums select-all">{phone}</p>}
      {note && <p className="text-small text-soft">{note}</p>}
      <Chips row={row} now={now} />
      {row.client_notes && <PrivateNote text={row.client_notes} />}
      {phone && (
        <div className="mt-3">
          <MessageChoice phone={phone} of={personOf(row)} facts={messageFacts(row)} kind={kind} />
        </div>
      )}
    </>
  );
}

const ANSWERS = [
  { id: 1, label: 'Došla' },
  { id: 0, label: 'Nije došla' },
] as const;

/** Did the person come? Shown as pressed at once; pressed again it is not known any more. docs/spec/behaviour.md §5.22 */
function Attendance({ row: { id, attended } }: { row: VisibleAppointment }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: Attended) =>
      request('POST /appointments/{id}/attendance', { params: { id }, body: { attended: said } }),
    onSuccess: (saved) => queries.setQueryData(appointmentQueries.one(id).queryKey, saved),
    onSettled: useInvalidateAppointments(),
  });
  const shown = mark.isPending ? mark.variables : (attended ?? null);
  return (
    <div className="mt-5 grid gap-3">
      <Segmented
        isField
        label="Da li je došla?"
        segments={ANSWERS}
        chosen={shown}
        onChoose={(value) => {
          if (!mark.isPending) mark.mutate(shown === value ? null : value);
        }}
      />
      {mark.error && <FormAlert text={errorText(mark.error, 'Greška pri čuvanju dolaska.')} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2.5 min-[24rem]:grid-cols-[6.5rem_minmax(0,1fr)]">
      <dt className="text-small/[1.5rem] text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

const SPACE = '\u00a0';

function unbookedInWords(status: VisibleAppointment['status'], hasBegun: boolean): string {
  if (hasBegun) return 'Niko nije bio upisan.';
  return status === 'AVAILABLE' ? 'Slobodan termin, niko još nije upisan.' : 'Termin nije u ponudi.';
}

function Facts({ row }: { row: VisibleAppointment }) {
  const { service_name, service_price, client_email, notes, cancel_reason, cancelled_at, status } = row;
  const isBooking = status === 'BOOKED' || status === 'CANCELLED';
  const isPriced = isBooking && (service_name !== null || service_price !== null);
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line empty:hidden">
      {isBooking && <Fact name="Usluga">{service_name ?? NO_SERVICE_LABEL}</Fact>}
      {isPriced && <Fact name="Cena">{priceText(service_price)}</Fact>}
      {client_email && (
        <Fact name="Email">
          <a href={`mailto:${client_email}`} className="text-link-inline">
            {client_email}
          </a>
        </Fact>
      )}
      {notes && <Fact name="Napomena">{notes}</Fact>}
      {cancel_reason && <Fact name="Razlog otkazivanja">{`„${cancel_reason}“`}</Fact>}
      {cancelled_at && <Fact name="Otkazano">{displayDateTime(cancelled_at).replace(' ', SPACE)}</Fact>}
    </dl>
  );
}

/** What is known of an appointment: person with their phone, status, whether they came, service, note, why it was cancelled. */
function AppointmentFacts({ appointment: row, now }: { appointment: VisibleAppointment; now: WallTime }) {
  const { status, start_datetime, client_name, guest_name, notes } = row;
  const isBooking = status === 'BOOKED' || status === 'CANCELLED';
  const hasPerson = client_name !== null || guest_name !== null;
  const canMark = actionRefusal('mark_attendance', row, 'ADMIN', now) === undefined;
  return (
    <>
      {hasPerson ? <Person row={row} now={now} /> : <Chips row={row} now={now} />}
      {canMark && <Attendance row={row} />}
      <Facts row={row} />
      {!hasPerson && !isBooking && !notes && (
        <p className="mt-4 text-soft">{unbookedInWords(status, now >= start_datetime)}</p>
      )}
    </>
  );
}

const FALLBACK = 'Greška pri učitavanju termina.';

export interface AppointmentDialogProps {
  id: number;
  onClose: () => void;
  /** Straight to the form. */
  isEditing?: boolean;
  /** A deletion can be undone for 10 s. */
  isUndoable?: boolean;
}

/** 'Mina Obradović, četvrtak, 26. novembar, 18:00 - 19:00': what was saved, of whom. */
function savedInWords(row: Appointment, today: WallDate): string {
  const hasPerson = row.client_name !== null || row.guest_name !== null;
  return [hasPerson ? personOf(row) : null, whenInWords(row, today)].filter(Boolean).join(', ');
}

/** 'Zakaži ponovo', for whoever was here: the same person and service. */
function BookAgain({ row }: { row: VisibleAppointment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { client_id, client_name, client_phone, guest_name, guest_phone, service_id } = row;
  const person =
    client_id === null
      ? { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' }
      : { id: client_id, name: client_name ?? '', phone: client_phone };
  return (
    <>
      <Button variant="text" onClick={() => setIsOpen(true)}>
        <RotateCcw aria-hidden="true" size={20} strokeWidth={1.75} />
        Zakaži ponovo
      </Button>
      {isOpen && (
        <NewAppointment preset={{ person, serviceId: service_id }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

type BodyProps = Required<Pick<AppointmentDialogProps, 'onClose' | 'isUndoable'>> & {
  row: VisibleAppointment;
  now: WallTime;
  isEditing: boolean;
  setIsEditing: (isEditing: boolean) => void;
  onHistory: () => void;
  /** The history was just left. */
  isBack: boolean;
};

function Body({ row, now, isEditing, setIsEditing, isUndoable, onHistory, isBack, onClose }: BodyProps) {
  const saved = (after: Appointment) => {
    toast('success', savedInWords(after, dateOf(now)), { title: 'Podaci uspešno sačuvani.' });
    onClose();
  };
  const cancel = <CancelButton row={row} now={now} onRemoved={onClose} />;
  const deletion = <DeleteSection row={row} now={now} isUndoable={isUndoable} onRemoved={onClose} />;
  if (isEditing) {
    const others = (
      <>
        <div className="mt-4 -ml-3 empty:hidden">{cancel}</div>
        {deletion}
      </>
    );
    return (
      <EditForm start={row} now={now} onSaved={saved} onGiveUp={() => setIsEditing(false)} others={others} />
    );
  }
  const wasHere = row.status === 'BOOKED' && now >= row.start_datetime;
  return (
    <>
      <AppointmentFacts appointment={row} now={now} />
      <div className="mt-3 -ml-3 flex flex-wrap gap-x-2">
        <Button ref={isBack ? takeFocus : null} variant="text" onClick={onHistory}>
          <History aria-hidden="true" size={20} strokeWidth={1.75} />
          Istorija
        </Button>
        {wasHere && <BookAgain row={row} />}
        {cancel}
      </div>
      <OfferAgain row={row} now={now} />
      {deletion}
      <AppointmentFoot row={row} now={now} onEdit={() => setIsEditing(true)} onClose={onClose} />
    </>
  );
}

/**
 * One appointment, for the owner: what is known of it, and everything that can be done with it (docs/spec/product.md §2.12).
 * Mounted is open; `onClose` removes it.
 */
export default function AppointmentDialog({
  id,
  onClose,
  isEditing: isEditingFirst = false,
  isUndoable = false,
}: AppointmentDialogProps) {
  const query = useQuery(appointmentQueries.one(id));
  const now = useNow();
  const [isEditing, setIsEditing] = useState(isEditingFirst);
  const [isHistory, setIsHistory] = useState(false);
  const [wasHistory, setWasHistory] = useState(false);
  if (isHistory && query.data)
    return (
      <Dialog
        title="Istorija"
        above={<BackToAppointment onBack={() => setIsHistory(false)} />}
        lead={<HistoryLead row={query.data} />}
        onClose={onClose}
      >
        <AppointmentHistory row={query.data} />
      </Dialog>
    );
  return (
    <Dialog
      title="Termin"
      lead={query.data && <WhenInWords row={query.data} />}
      onClose={onClose}
      isWide={isEditing}
    >
      <Loaded query={query} fallback={FALLBACK} skeleton={<AppointmentSkeleton />}>
        {(row) =>
          now === null ? (
            <AppointmentSkeleton />
          ) : (
            <AppointmentDialogContext value={AppointmentDialog}>
              <Body
                row={row}
                now={now}
                isEditing={isEditing}
                setIsEditing={setIsEditing}
                isUndoable={isUndoable}
                onHistory={() => {
                  setIsHistory(true);
                  setWasHistory(true);
                }}
                isBack={wasHistory}
                onClose={onClose}
              />
            </AppointmentDialogContext>
          )
        }
      </Loaded>
    </Dialog>
  );
}
