import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, UserX } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { type Attended, stageOf } from '#domain/appointments/attendance.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { dueOf } from '#domain/payments/ledger.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf, whenInWords } from '#domain/wording/appointments.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { beforeComma, dayInWords, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { counted } from '#domain/wording/numbers.ts';
import { PersonDialog } from '../clients/person-dialog.tsx';
import { FOR_STAFF, PrivateNote } from '../clients/private-note.tsx';
import { errorText, request } from '../lib/api.ts';
import { SAME_NUMBER_THEN, useUndoToast } from '../lib/appointment/appointments.ts';
import { Comes } from '../lib/appointment/comes.tsx';
import { AppointmentDialogs } from '../lib/appointment/dialogs.ts';
import { MessageLinksWithChoice } from '../lib/appointment/message-links.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { PersonHoldings } from '../payments/holding-list.tsx';
import NextVisit from '../rhythm/next-visit.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { LastWork } from '../work/last-work.tsx';
import { ActsFoot, MoreActs, QuietActs } from './appointment-actions.tsx';
import { AppointmentHistory, BackToAppointment, HistoryLead } from './appointment-history.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';
import { EditAll, PersonFields, WaitingPeople, Who } from './form/person.tsx';
import { EditFoot, Preview } from './form/preview.tsx';
import { Row, Rows } from './form/rows.tsx';
import { type EditProps, useAppointmentForm } from './form/use-appointment-form.ts';
import { NewAppointment } from './new-appointment.tsx';
import { OfferAgain } from './offer-again.tsx';

const requestActs = lazyPage(() => import('./request-acts.tsx'));
const chargeDialog = lazyPage(() => import('../payments/charge-dialog.tsx'));
const workRow = lazyPage(() => import('../work/work-row.tsx'));
const picturesRow = lazyPage(() => import('../pictures/pictures-row.tsx'));
const moneyRows = lazyPage(() => import('../payments/money-rows.tsx'));

const ANSWERS = [
  { id: 0, label: 'Nije došla', act: 'mark_missed' },
  { id: 1, label: 'Došla', act: 'mark_came' },
] as const;
const QUESTION = 'Da li je došla?';

/** Marks attendance optimistically; a second press removes the mark. `onCame` is called unless the appointment is still ahead. docs/spec/behaviour.md §5.22 */
function useAttendance(row: VisibleAppointment, now: WallTime, onCame: () => void) {
  const { id, attended = null } = row;
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: Attended) =>
      request('POST /appointments/{id}/attendance', { params: { id }, body: { attended: said } }),
    onSuccess: (saved, said) => {
      queries.setQueryData(appointmentQueries.one(id).queryKey, saved);
      if (said === 1 && row.start_datetime <= now) onCame();
    },
    onSettled: useInvalidateAppointments(),
  });
  const shown = mark.isPending ? mark.variables : attended;
  const answers = ANSWERS.filter(({ act }) => actionRefusal(act, row, 'ADMIN', now) === undefined);
  const stage = stageOf({ ...row, attended: shown }, now);
  const [wasPressed, setWasPressed] = useState(false);
  /** Restores the focus to the pressed button after React has moved the buttons to another part of the dialog. */
  const arrive = useCallback(
    (place: HTMLElement | null) => {
      const buttons = [...(place?.querySelectorAll<HTMLElement>('button') ?? [])];
      if (wasPressed) (buttons.find((one) => one.ariaPressed === 'true') ?? buttons[0])?.focus();
    },
    [wasPressed],
  );
  const choose = (value: Attended) => {
    if (mark.isPending) return;
    setWasPressed(true);
    mark.mutate(shown === value ? null : value);
  };
  return {
    attended: shown,
    error: mark.error && <FormAlert text={errorText(mark.error, 'Greška pri čuvanju dolaska.')} />,
    stage,
    buttons:
      stage === 'ahead' ? (
        <Button onClick={() => choose(1)} className="flex-1">
          Došla
        </Button>
      ) : (
        <fieldset ref={arrive} aria-label={QUESTION} className="flex grow flex-wrap gap-2">
          {ANSWERS.map((answer) => (
            <Button
              key={answer.id}
              variant={answer.id === 1 ? 'primary' : 'quiet'}
              aria-pressed={false}
              onClick={() => choose(answer.id)}
              className="flex-1 whitespace-nowrap"
            >
              {answer.label}
            </Button>
          ))}
        </fieldset>
      ),
    answer: (
      <span ref={arrive}>
        <Segmented label={QUESTION} segments={answers} chosen={shown} onChoose={choose} />
      </span>
    ),
  };
}

export interface AppointmentDialogProps {
  id: number;
  onClose: () => void;
  /** Whether all rows of the dialog are open for editing at first. */
  isEditing?: boolean;
}

/** The saved appointment in words: 'Mina Obradović, četvrtak, 26. novembar, 18:00 - 19:00'. */
function savedInWords(row: Appointment, today: WallDate): string {
  const hasPerson = row.client_name !== null || row.guest_name !== null;
  return [hasPerson ? personOf(row) : null, whenInWords(row, today)].filter(Boolean).join(', ');
}

function unbookedInWords({ status, start_datetime }: VisibleAppointment, now: WallTime): string {
  if (now >= start_datetime) return 'Niko nije bio upisan.';
  return status === 'AVAILABLE' ? 'Slobodan termin, niko još nije upisan.' : 'Termin nije u ponudi.';
}

interface HeadProps extends EditProps {
  row: VisibleAppointment;
}

function SlotHead({ edit, row, isFilling }: HeadProps & { isFilling: boolean }) {
  const { start_datetime, end_datetime } = row;
  const canFill = actionRefusal('book', row, 'ADMIN', edit.now) === undefined;
  return (
    <section className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="min-w-0 flex-1 basis-[min(100%,10rem)] text-h2 tabular-nums">
          {timeRange(start_datetime, end_datetime)}
        </h3>
        {!edit.isOpen('person') && <EditAll edit={edit} />}
      </div>
      <p className="-mt-3 text-soft">{beforeComma(dayInWords(dateOf(start_datetime), dateOf(edit.now)))}</p>
      {edit.isOpen('person') ? (
        <PersonFields edit={edit} />
      ) : canFill || edit.values.status === 'BOOKED' ? (
        <>
          <Who edit={edit} isAsking={isFilling} />
          {edit.values.status !== 'BOOKED' && <WaitingPeople edit={edit} slot={row} />}
        </>
      ) : (
        <p className="text-soft">{unbookedInWords(row, edit.now)}</p>
      )}
    </section>
  );
}

/** The name of a booked person. A press on it opens the card: of the client who booked, or of a guest. */
function Name({ row }: { row: VisibleAppointment }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = personOf(row);
  const { person_id = null, client_id } = row;
  const hasCard = !isTechnician() && (client_id ?? person_id) !== null;
  const of = { person_id: client_id === null ? person_id : null, client_id };
  return (
    <>
      <h3 className="min-w-0 flex-1 basis-[min(100%,10rem)] text-h2 wrap-break-word">
        {!hasCard ? (
          name
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            className="flex min-h-11 max-w-full items-center gap-1 text-left"
          >
            <span className="min-w-0">{name}</span>
            <ChevronRight className="shrink-0 text-soft" />
          </button>
        )}
      </h3>
      {isOpen && <PersonDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function BookedPerson({ edit, row }: HeadProps) {
  const phone = phoneOf(row);
  const noShows = row.client_no_shows ?? 0;
  const facts = [phone, guestNote(row)].filter(Boolean).join(' · ');
  const isOpen = edit.isOpen('person');
  return (
    <section>
      <div className="flex flex-wrap items-center gap-x-3">
        <Name row={row} />
        {!isOpen && <EditAll edit={edit} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-soft empty:hidden">
        {facts && <span className="tabular-nums select-all">{facts}</span>}
        <Comes row={row} now={edit.now} />
        {noShows > 0 && (
          <span className="inline-flex items-center gap-1 font-semibold text-warn">
            <UserX size={16} strokeWidth={2} className="shrink-0" />
            {counted(noShows, NO_SHOWS)}
          </span>
        )}
      </p>
      {row.same_number_then === 1 && <p className="mt-1 font-medium text-warn">{SAME_NUMBER_THEN}</p>}
      {row.staff_note && <PrivateNote text={row.staff_note} label={FOR_STAFF} isLabelled className="mt-3" />}
      {row.client_notes && (
        <PrivateNote text={row.client_notes} label="Beleška o klijentkinji" className="mt-3" />
      )}
      {isOpen && <PersonFields edit={edit} />}
      {!isOpen && phone && (
        <MessageLinksWithChoice
          phone={phone}
          of={personOf(row)}
          facts={messageFacts(row)}
          kind={fittingMessage(row, edit.now)}
        />
      )}
      {!isOpen && row.last_work && <LastWork work={row.last_work} className="mt-3" />}
    </section>
  );
}

/** What was done, once the booking has begun, and its pictures. Hidden during editing, because both save at once. */
function WorkOf({ edit, row }: HeadProps) {
  const { now, isEditing } = edit;
  if (isEditing || row.status !== 'BOOKED') return null;
  const canRecord = actionRefusal('record_work', row, 'ADMIN', now) === undefined;
  return (
    <>
      {canRecord && <LazyPart part={workRow} props={{ row }} />}
      <LazyPart part={picturesRow} props={{ row, now }} />
    </>
  );
}

type OpenedProps = Required<Omit<AppointmentDialogProps, 'id'>> & {
  row: VisibleAppointment;
  now: WallTime;
  onHistory: () => void;
  isBack: boolean;
};

function Opened({ row: latest, now, isEditing, onHistory, isBack, onClose }: OpenedProps) {
  const toastUndo = useUndoToast();
  const edit = useAppointmentForm({
    row: latest,
    now,
    isEditing,
    onSaved: ({ undo_token = null, ...saved }) => {
      toastUndo(savedInWords(saved, dateOf(now)), undo_token, 'Podaci uspešno sačuvani.');
      onClose();
    },
  });
  const [isFilling, setIsFilling] = useState(false);
  const row = edit.row ?? latest;
  const hasPayments = usePaymentsOn();
  const [isCharging, setIsCharging] = useState(false);
  const canCharge = hasPayments && dueOf(row) !== 0;
  const attendance = useAttendance(row, now, () => setIsCharging(canCharge));
  const { stage } = attendance;
  const act = { row, now, onRemoved: onClose };
  const isAnswered = attendance.attended !== null && stage === 'settled' && row.status === 'BOOKED';
  const giveUp = () => {
    setIsFilling(false);
    edit.giveUp();
  };
  return (
    <Form form={edit.form} className="flex grow flex-col">
      {edit.isForming ? (
        <SlotHead edit={edit} row={row} isFilling={isFilling} />
      ) : (
        <BookedPerson edit={edit} row={row} />
      )}
      {!edit.isEditing && awaited(row.request) && (
        <LazyPart part={requestActs} props={{ row, isAlone: true }} />
      )}
      {isAnswered && attendance.attended === 1 && !edit.isEditing && (
        <NextVisit row={row} now={now} onBooked={onClose} />
      )}
      <Rows edit={edit} work={<WorkOf edit={edit} row={row} />}>
        {/* hidden during editing: the form shows the appointment as it was when editing began, but these rows change it at once */}
        {isAnswered && !edit.isEditing && <Row label="Dolazak" value={attendance.answer} />}
        {hasPayments && !edit.isEditing && <LazyPart part={moneyRows} props={{ row }} />}
      </Rows>
      <Preview edit={edit} />
      <div className="mt-3 grid gap-3 empty:hidden">
        {attendance.error}
        <FormAlert />
      </div>
      {!edit.isEditing && <QuietActs {...act} stage={stage} onHistory={onHistory} isBack={isBack} />}
      {row.status === 'CANCELLED' && row.start_datetime > now && <OfferAgain row={row} />}
      {edit.isEditing ? (
        <EditFoot edit={edit} onGiveUp={giveUp} />
      ) : (
        <ActsFoot
          edit={edit}
          row={row}
          stage={stage}
          attendance={attendance.buttons}
          onFill={() => setIsFilling(true)}
          onCharge={canCharge && attendance.attended === 1 ? () => setIsCharging(true) : undefined}
        />
      )}
      {isCharging && <LazyPart part={chargeDialog} props={{ row, onClose: () => setIsCharging(false) }} />}
    </Form>
  );
}

/** An appointment for the owner: facts, form and actions. Open while mounted. docs/spec/product.md §2.12 */
export default function AppointmentDialog(props: AppointmentDialogProps) {
  const { id, onClose, isEditing = false } = props;
  const query = useQuery(appointmentQueries.one(id));
  const now = useNow();
  const [history, setHistory] = useState<'open' | 'closed' | null>(null);
  const row = query.data;
  if (history === 'open' && row)
    return (
      <Dialog
        title="Istorija"
        above={<BackToAppointment onBack={() => setHistory('closed')} />}
        lead={<HistoryLead row={row} />}
        onClose={onClose}
      >
        <AppointmentHistory row={row} />
      </Dialog>
    );
  return (
    <Dialog
      title="Termin"
      isSmallTitle
      actions={row && now && <MoreActs row={row} now={now} onRemoved={onClose} />}
      onClose={onClose}
    >
      <Loaded query={query} fallback="Greška pri učitavanju termina." skeleton={<AppointmentSkeleton />}>
        {(row) =>
          now && (
            <AppointmentDialogs value={DIALOGS}>
              <Opened
                {...{ row, now, isEditing, onClose }}
                onHistory={() => setHistory('open')}
                isBack={history === 'closed'}
              />
            </AppointmentDialogs>
          )
        }
      </Loaded>
    </Dialog>
  );
}

const DIALOGS = { Opened: AppointmentDialog, New: NewAppointment, Holdings: PersonHoldings };
