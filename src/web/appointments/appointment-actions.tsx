import { useMutation } from '@tanstack/react-query';
import {
  CalendarX2,
  Ellipsis,
  History,
  Lock,
  LockOpen,
  Repeat,
  RotateCcw,
  Trash2,
  UserRoundPlus,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { actionRefusal, isUnbooked, lockTarget } from '#domain/appointments/appointments.ts';
import type { Stage } from '#domain/appointments/attendance.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf, whenInWords } from '#domain/wording/appointments.ts';
import { errorText, request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { useTechnicianOf } from '../technicians/technicians.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { takeFocus } from './appointment-history.tsx';
import { CancelAppointment } from './cancel-appointment.tsx';
import { Foot } from './form/preview.tsx';
import type { EditProps } from './form/use-appointment-form.ts';
import { NewAppointment } from './new-appointment.tsx';
import { NotificationPreview } from './notification-preview.tsx';
import { Quiet } from './quiet.tsx';

export interface ActProps {
  row: VisibleAppointment;
  now: WallTime;
  onRemoved: () => void;
}

function DeleteAppointment(props: ActProps & { onCancel: () => void }) {
  const { row, now, onRemoved, onCancel } = props;
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const { id } = row;
  return (
    <ConfirmDeletion
      question={
        <div className="grid gap-3">
          <p>Obrisati termin {whenInWords(row, dateOf(now))}? Obrisan termin nestaje i iz statistike.</p>
          <NotificationPreview before={row} after={null} now={now} />
        </div>
      }
      send={() => request('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } })}
      onDeleted={(response) => {
        invalidate();
        toastUndo('Termin je obrisan.', response?.undo_token ?? null);
        onRemoved();
      }}
      fallback="Greška pri brisanju."
      onClose={onCancel}
    />
  );
}

export function MoreActs(props: ActProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const deletion = { label: 'Obriši', icon: Trash2, isDanger: true, onPress: () => setIsDeleting(true) };
  const { trigger, menu } = useMenu([deletion]);
  if (isUnbooked(props.row.status)) return null;
  return (
    <>
      <IconButton {...trigger} icon={Ellipsis} label="Još" className="-mt-2" />
      {menu}
      {isDeleting && <DeleteAppointment {...props} onCancel={() => setIsDeleting(false)} />}
    </>
  );
}

function BookAgain({ row, isQuiet }: { row: VisibleAppointment; isQuiet?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { person_id = null, client_id, client_name, client_phone, guest_name, guest_phone } = row;
  const technicianId = useTechnicianOf(row);
  const person =
    client_id !== null
      ? { person_id: null, client_id, name: client_name ?? '', phone: client_phone }
      : person_id && !isTechnician()
        ? { person_id, client_id, name: personOf(row), phone: guest_phone }
        : { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' };
  const open = () => setIsOpen(true);
  return (
    <>
      {isQuiet ? (
        <Quiet icon={RotateCcw} onClick={open}>
          Zakaži ponovo
        </Quiet>
      ) : (
        <Button variant="quiet" onClick={open} className="grow whitespace-nowrap">
          Zakaži ponovo
        </Button>
      )}
      {isOpen && (
        <NewAppointment
          preset={{ person, serviceIds: serviceIdsOf(row), technicianId }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function LockButton({ row: { id, status } }: { row: VisibleAppointment }) {
  const target = lockTarget(status);
  const lock = useMutation({
    mutationFn: (wanted: 'AVAILABLE' | 'BLOCKED') =>
      request('POST /appointments/{id}/status', { params: { id }, body: { status: wanted } }),
    onSettled: useInvalidateAppointments(),
  });
  if (!target) return null;
  return (
    <>
      <Quiet
        icon={target === 'BLOCKED' ? Lock : LockOpen}
        aria-busy={lock.isPending || undefined}
        onClick={() => !lock.isPending && lock.mutate(target)}
      >
        {target === 'BLOCKED' ? 'Blokiraj' : 'Odblokiraj'}
      </Quiet>
      {lock.error && (
        <div className="order-last basis-full">
          <FormAlert text={errorText(lock.error, 'Greška pri promeni statusa.')} />
        </div>
      )}
    </>
  );
}

const freeRest = lazyPage(() => import('./free-rest.tsx'));
const seriesSheet = lazyPage(() => import('../rhythm/series-sheet.tsx'));

export interface QuietActsProps extends ActProps {
  stage: Stage;
  onHistory: () => void;
  /** Whether the user has just closed the history; focus then returns to its button. */
  isBack: boolean;
}

export function QuietActs({ stage, onHistory, isBack, ...act }: QuietActsProps) {
  const { row, now, onRemoved } = act;
  const [asked, setAsked] = useState<'cancel' | 'delete' | 'repeat' | null>(null);
  const canCancel = actionRefusal('cancel', row, 'ADMIN', now) === undefined && now < row.end_datetime;
  const close = () => setAsked(null);
  const series = {
    row,
    service_ids: serviceIdsOf(row),
    name: personOf(row),
    services: row.service_name,
    now,
    onClose: close,
    onBooked: onRemoved,
  };
  return (
    <div className="mt-2 -mx-2 flex flex-wrap gap-x-2">
      <LockButton row={row} />
      {row.status === 'BOOKED' && <LazyPart part={freeRest} props={{ row, now }} />}
      <Quiet ref={isBack ? takeFocus : null} icon={History} onClick={onHistory}>
        Istorija
      </Quiet>
      {stage === 'unmarked' && <BookAgain row={row} isQuiet />}
      {row.status === 'BOOKED' && !isTechnician() && (
        <Quiet icon={Repeat} onClick={() => setAsked('repeat')}>
          Ponavljaj
        </Quiet>
      )}
      {canCancel && (
        <Quiet icon={CalendarX2} isDanger onClick={() => setAsked('cancel')}>
          Otkaži termin
        </Quiet>
      )}
      {isUnbooked(row.status) && (
        <Quiet icon={Trash2} isDanger onClick={() => setAsked('delete')}>
          Obriši
        </Quiet>
      )}
      {asked === 'cancel' && <CancelAppointment row={row} onClose={close} onCancelled={onRemoved} />}
      {asked === 'repeat' && <LazyPart part={seriesSheet} props={series} />}
      {asked === 'delete' && <DeleteAppointment {...act} onCancel={close} />}
    </div>
  );
}

export interface ActsFootProps extends EditProps {
  row: VisibleAppointment;
  stage: Stage;
  /** The buttons 'Nije došla' and 'Došla'; before the start only 'Došla'. */
  attendance: ReactNode;
  onFill: () => void;
  /** Opens the sheet that charges the appointment; undefined if the appointment cannot be charged. */
  onCharge: (() => void) | undefined;
}

/** The main actions of the appointment dialog while its form is unchanged; they depend on `stage`. */
export function ActsFoot({ edit, row, stage, attendance, onFill, onCharge }: ActsFootProps) {
  const move = () => {
    edit.open('when');
    edit.change({ when: 'free' });
  };
  if (stage === 'unmarked') return <Foot>{attendance}</Foot>;
  const isExpected = stage === 'ahead' && actionRefusal('mark_came', row, 'ADMIN', edit.now) === undefined;
  if (stage !== 'unbooked')
    return (
      <Foot>
        {!isExpected && <BookAgain row={row} />}
        {stage === 'ahead' && (
          <Button variant={isExpected ? 'quiet' : 'primary'} onClick={move} className="flex-1">
            Pomeri
          </Button>
        )}
        {isExpected && attendance}
        {onCharge && (
          <Button onClick={onCharge} className="flex-1">
            Naplati
          </Button>
        )}
      </Foot>
    );
  if (actionRefusal('book', row, 'ADMIN', edit.now) !== undefined) return null;
  return (
    <Foot>
      <Button onClick={onFill} className="grow">
        <UserRoundPlus size={18} />
        Upiši klijentkinju
      </Button>
    </Foot>
  );
}
