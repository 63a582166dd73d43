import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { type AppointmentAction, actionRefusal, type Role } from '#domain/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, serviceInFull } from '#domain/wording/appointments.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { useCalendarFile } from '../lib/appointments.ts';
import { useNow } from '../lib/clock.ts';
import { movePath } from '../lib/paths.ts';
import { useSalon } from '../lib/query-hooks.ts';
import { useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { CancelOwnDialog } from './cancel-own-dialog.tsx';
import { ChangeServiceDialog } from './change-service-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { TimeLeftChip } from './time-left-chip.tsx';

const ACTIONS = [
  { action: 'change_service', label: 'Promeni uslugu', variant: 'text' },
  { action: 'set_guest', label: 'Podaci o gostu', variant: 'text' },
  { action: 'cancel', label: 'Otkaži termin', variant: 'danger-text' },
] as const satisfies { action: AppointmentAction; label: string; variant: string }[];

type ClientAction = (typeof ACTIONS)[number]['action'];

const actionsOf = (appointment: Appointment, role: Role, now: WallTime | null) =>
  ACTIONS.filter(({ action }) => now !== null && !actionRefusal(action, appointment, role, now));

interface OpenDialogProps {
  action: ClientAction;
  appointment: Appointment;
  onClose: () => void;
}

function OpenDialog({ action, appointment, onClose }: OpenDialogProps) {
  const { id } = appointment;
  const isOwn = useSession()?.role === 'CLIENT';
  if (action === 'change_service') return <ChangeServiceDialog appointment={appointment} onClose={onClose} />;
  if (action === 'set_guest') return <GuestDialog appointment={appointment} onClose={onClose} />;
  const cancel = (reason: string) =>
    request('POST /appointments/{id}/cancel', { params: { id }, body: { reason } });
  return (
    <CancelOwnDialog
      appointment={appointment}
      moveTo={isOwn ? movePath(id) : undefined}
      cancel={cancel}
      onClose={onClose}
      onCancelled={() => toast('success', 'Termin je otkazan.')}
    />
  );
}

function What({ appointment }: { appointment: Appointment }) {
  const address = useSalon().data?.address;
  const guest = guestNote(appointment);
  return (
    <>
      <p>{dayInWordsWithYear(dateOf(appointment.start_datetime))}</p>
      <div className="mt-2 grid gap-1 text-small wrap-break-word text-soft">
        <p>{serviceInFull(appointment)}</p>
        {guest && <p>{[guest, appointment.guest_phone].filter(Boolean).join(', ')}</p>}
        {address && <p>{address}</p>}
        {appointment.notes && <p className="whitespace-pre-line">{`Napomena: ${appointment.notes}`}</p>}
      </div>
    </>
  );
}

/** One booking ahead, with what can still be done about it. */
export function ActiveCard({ appointment }: { appointment: Appointment }) {
  const [open, setOpen] = useState<ClientAction | null>(null);
  const now = useNow();
  const role = useSession()?.role ?? 'CLIENT';
  const file = useCalendarFile({ id: appointment.id });
  const actions = actionsOf(appointment, role, now);
  return (
    <Card isBooked data-appointment-id={appointment.id}>
      <TimeLeftChip appointment={appointment} />
      <div className="mt-4 flex items-start justify-between gap-3">
        <p className="time-xl">{timeRange(appointment.start_datetime, appointment.end_datetime)}</p>
        <IconButton
          icon={CalendarPlus}
          label="Dodaj u kalendar"
          onClick={() => file.mutate()}
          className="-mt-0.5 -mr-2.5 -mb-1 text-link"
        />
      </div>
      <What appointment={appointment} />
      {actions.length > 0 && (
        <CardFoot>
          {actions.map(({ action, label, variant }) => (
            <Button key={action} variant={variant} isSmall onClick={() => setOpen(action)}>
              {label}
            </Button>
          ))}
        </CardFoot>
      )}
      {open && <OpenDialog action={open} appointment={appointment} onClose={() => setOpen(null)} />}
    </Card>
  );
}

const ACTION_COUNT = ['service', 'guest', 'cancel'];

/** A booking to come, as high as it will be. */
export function ActiveCardSkeleton() {
  return (
    <Loading>
      <Card className="overflow-hidden">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="mt-4 h-10 w-44" />
        <Skeleton className="my-1.25 w-56" />
        <Skeleton className="mt-3 h-2.5 w-40" />
        <Skeleton className="mt-2.5 mb-1.25 h-2.5 w-48" />
        <CardFoot>
          {ACTION_COUNT.map((action) => (
            <span key={action} />
          ))}
        </CardFoot>
      </Card>
    </Loading>
  );
}
