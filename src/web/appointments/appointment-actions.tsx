import { useMutation } from '@tanstack/react-query';
import { CalendarX2, Lock, LockOpen, Pencil, Trash2, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { actionRefusal, lockTarget } from '#domain/appointments/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { errorText } from '../lib/errors.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { FormAlert } from '../ui/form.tsx';
import { CancelAppointment } from './cancel-appointment.tsx';
import { NewAppointment } from './new-appointment.tsx';
import { DeleteNotificationPreview } from './notification-preview.tsx';

interface DeleteProps {
  row: VisibleAppointment;
  now: WallTime;
  isUndoable: boolean;
  onRemoved: () => void;
  onCancel: () => void;
}

function DeleteAppointment({ row, now, isUndoable, onRemoved, onCancel }: DeleteProps) {
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const { id } = row;
  return (
    <ConfirmDeletion
      question={
        <div className="grid gap-3">
          <p>Obrisati termin {whenInWords(row, dateOf(now))}? Obrisan termin nestaje i iz statistike.</p>
          <DeleteNotificationPreview row={row} now={now} />
        </div>
      }
      send={() =>
        request('DELETE /appointments/{id}', { params: { id }, ...(isUndoable && { query: { undo: '1' } }) })
      }
      onDeleted={(response) => {
        invalidate();
        toastUndo('Termin je obrisan.', response?.undo_token ?? null);
        onRemoved();
      }}
      fallback="Greška pri brisanju."
      onCancel={onCancel}
    />
  );
}

/** 'Otkaži termin', with its question; nothing where there is nothing to cancel. */
export function CancelButton({ row, now, onRemoved }: Pick<DeleteProps, 'row' | 'now' | 'onRemoved'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (actionRefusal('cancel', row, 'ADMIN', now) !== undefined) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="danger-text" onClick={() => setIsOpen(true)}>
        <CalendarX2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Otkaži termin
      </Button>
      {/* outside of the form that this may stand in */}
      {isOpen &&
        createPortal(<CancelAppointment row={row} onClose={close} onCancelled={onRemoved} />, document.body)}
    </>
  );
}

/** 'Obriši', last and apart, with what it means. */
export function DeleteSection(props: Omit<DeleteProps, 'onCancel'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3 border-t border-line pt-4">
      <Button variant="danger-text" onClick={() => setIsOpen(true)} className="-ml-3">
        <Trash2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Obriši
      </Button>
      {isOpen &&
        createPortal(<DeleteAppointment {...props} onCancel={() => setIsOpen(false)} />, document.body)}
    </div>
  );
}

/** 'Blokiraj' and 'Odblokiraj'; nothing for a booking. */
function useLock({ id, status }: VisibleAppointment) {
  const lock = useMutation({
    mutationFn: (wanted: 'AVAILABLE' | 'BLOCKED') =>
      request('POST /appointments/{id}/status', { params: { id }, body: { status: wanted } }),
    onSettled: useInvalidateAppointments(),
  });
  const target = lockTarget(status);
  const LockIcon = target === 'BLOCKED' ? Lock : LockOpen;
  const button = target && (
    <Button
      variant="quiet"
      isBusy={lock.isPending}
      onClick={() => lock.mutate(target)}
      className="max-md:grow"
    >
      {!lock.isPending && <LockIcon aria-hidden="true" size={18} strokeWidth={1.75} />}
      {target === 'BLOCKED' ? 'Blokiraj' : 'Odblokiraj'}
    </Button>
  );
  return { button, error: lock.error };
}

export interface AppointmentFootProps {
  row: VisibleAppointment;
  now: WallTime;
  onEdit: () => void;
  onClose: () => void;
}

/** The main action of an appointment, always in sight: a free slot is filled, any other one is edited. */
export function AppointmentFoot({ row, now, onEdit, onClose }: AppointmentFootProps) {
  const [isFilling, setIsFilling] = useState(false);
  const { button, error } = useLock(row);
  const { id, start_datetime, end_datetime } = row;
  const canFill = actionRefusal('book', row, 'ADMIN', now) === undefined;
  return (
    <>
      <div className="mt-4 empty:hidden">
        {error && <FormAlert text={errorText(error, 'Greška pri promeni statusa.')} />}
      </div>
      <DialogActions>
        {button}
        <Button variant={canFill ? 'quiet' : 'primary'} onClick={onEdit} className="max-md:grow">
          <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
          Izmeni
        </Button>
        {canFill && (
          <Button onClick={() => setIsFilling(true)} className="max-md:basis-full">
            <UserRoundPlus aria-hidden="true" size={18} strokeWidth={1.75} />
            Upiši klijentkinju
          </Button>
        )}
      </DialogActions>
      {isFilling && (
        <NewAppointment
          preset={{ slot: { id, start_datetime, end_datetime } }}
          onClose={() => setIsFilling(false)}
          onCreated={onClose}
        />
      )}
    </>
  );
}
