import { useMutation } from '@tanstack/react-query';
import { Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal, lockTarget } from '#domain/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointments.ts';
import { ConfirmDeletion } from '../lib/confirm-deletion.tsx';
import { errorText } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { CancelAppointment } from './cancel-appointment.tsx';
import { DeleteNotificationPreview } from './notification-preview.tsx';

interface DeleteProps {
  row: Appointment;
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
          <p>Obrisati termin {whenInWords(row, dateOf(now))}?</p>
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

/** 'Obriši' and 'Otkaži termin', each with its question. */
export function DangerButtons({ row, now, isUndoable, onRemoved }: Omit<DeleteProps, 'onCancel'>) {
  const [open, setOpen] = useState<'delete' | 'cancel' | null>(null);
  const close = () => setOpen(null);
  const canCancel = actionRefusal('cancel', row, 'ADMIN', now) === undefined;
  return (
    <div className="-ml-3 flex flex-wrap gap-x-1">
      <Button variant="danger-text" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Obriši
      </Button>
      {canCancel && (
        <Button variant="danger-text" onClick={() => setOpen('cancel')}>
          Otkaži termin
        </Button>
      )}
      {/* outside of the form that this may stand in */}
      {open === 'delete' &&
        createPortal(
          <DeleteAppointment
            row={row}
            now={now}
            isUndoable={isUndoable}
            onRemoved={onRemoved}
            onCancel={close}
          />,
          document.body,
        )}
      {open === 'cancel' &&
        createPortal(<CancelAppointment row={row} onClose={close} onCancelled={onRemoved} />, document.body)}
    </div>
  );
}

export interface AppointmentActionsProps {
  row: Appointment;
  onEdit: () => void;
  others: ReactNode;
}

/** Under the details: edit, lock, and what cannot be undone. */
export function AppointmentActions({ row, onEdit, others }: AppointmentActionsProps) {
  const { id } = row;
  const lock = useMutation({
    mutationFn: (status: 'AVAILABLE' | 'BLOCKED') =>
      request('POST /appointments/{id}/status', { params: { id }, body: { status } }),
    onSettled: useInvalidateAppointments(),
  });
  const target = lockTarget(row.status);
  const LockIcon = target === 'BLOCKED' ? Lock : LockOpen;
  return (
    <>
      <div className="mt-4 empty:hidden">
        {lock.error && <FormAlert text={errorText(lock.error, 'Greška pri promeni statusa.')} />}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2">
        {others}
        <div className="grid w-full auto-cols-fr grid-flow-col gap-2 max-md:-order-1 md:ml-auto md:w-auto">
          {target && (
            <Button variant="quiet" isBusy={lock.isPending} onClick={() => lock.mutate(target)}>
              {!lock.isPending && <LockIcon aria-hidden="true" size={18} strokeWidth={1.75} />}
              {target === 'BLOCKED' ? 'Blokiraj' : 'Odblokiraj'}
            </Button>
          )}
          <Button onClick={onEdit}>
            <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
            Izmeni
          </Button>
        </div>
      </div>
    </>
  );
}
