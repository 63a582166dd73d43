import { Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal, lockTarget } from '#domain/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useUndoToast } from '../lib/appointments.ts';
import { errorText } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { FormAlert } from '../ui/form.tsx';
import { CancelAppointment } from './cancel-appointment.tsx';
import { DeleteNotificationPreview } from './notification-preview.tsx';
import { useDelete, useLock } from './queries.ts';

const isAllowed = (action: 'cancel' | 'delete' | 'edit', row: Appointment, now: WallTime): boolean =>
  actionRefusal(action, row, 'ADMIN', now) === undefined;

interface ConfirmDeleteProps {
  row: Appointment;
  now: WallTime;
  isUndoable: boolean;
  onGone: () => void;
  onCancel: () => void;
}

function ConfirmDelete({ row, now, isUndoable, onGone, onCancel }: ConfirmDeleteProps) {
  const remove = useDelete(row.id, isUndoable);
  const toastUndo = useUndoToast();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: (answer) => {
        toastUndo('Termin je obrisan.', answer?.undo_token ?? null);
        onGone();
      },
    });
  return (
    <ConfirmDialog
      text={
        <div className="grid gap-3">
          <p>Obrisati termin {whenInWords(row, dateOf(now))}?</p>
          <DeleteNotificationPreview row={row} now={now} />
        </div>
      }
      onConfirm={confirm}
      onCancel={onCancel}
      isBusy={remove.isPending}
      error={remove.error && errorText(remove.error, 'Greška pri brisanju.')}
    />
  );
}

/** 'Obriši' and 'Otkaži termin', each with its question. */
export function DangerButtons({ row, now, isUndoable, onGone }: Omit<ConfirmDeleteProps, 'onCancel'>) {
  const [asked, setAsked] = useState<'delete' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  return (
    <div className="-ml-3 flex flex-wrap gap-x-1">
      <Button variant="danger-text" onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Obriši
      </Button>
      {isAllowed('cancel', row, now) && (
        <Button variant="danger-text" onClick={() => setAsked('cancel')}>
          Otkaži termin
        </Button>
      )}
      {/* outside of the form that this may stand in */}
      {asked === 'delete' &&
        createPortal(
          <ConfirmDelete row={row} now={now} isUndoable={isUndoable} onGone={onGone} onCancel={close} />,
          document.body,
        )}
      {asked === 'cancel' &&
        createPortal(<CancelAppointment row={row} onClose={close} onCancelled={onGone} />, document.body)}
    </div>
  );
}

export interface AppointmentActionsProps {
  row: Appointment;
  now: WallTime;
  onEdit: () => void;
  onChanged: (row: Appointment) => void;
  others: ReactNode;
}

/** Under the details: edit, lock, and what cannot be taken back. */
export function AppointmentActions({ row, onEdit, onChanged, others }: AppointmentActionsProps) {
  const lock = useLock(row.id);
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
            <Button
              variant="quiet"
              isBusy={lock.isPending}
              onClick={() => lock.mutate(target, { onSuccess: onChanged })}
            >
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
