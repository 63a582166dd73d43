import { CalendarPlus, CalendarX, Users } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { type AppointmentAction, actionRefusal } from '#domain/appointments/appointments.ts';
import { request } from '../lib/api.ts';
import { useCalendarFile } from '../lib/appointment/appointments.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useIsOffline } from '../lib/device/connection.ts';
import { movePath } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { BookingFacts } from './booking-facts.tsx';
import { CancelOwnDialog } from './cancel-own-dialog.tsx';
import { ChangeServiceDialog } from './change-service-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { MoreButton } from './more-button.tsx';
import { MoveAct, MoveTooLate } from './move-act.tsx';

const ACTIONS = [
  { action: 'change_service', label: 'Promeni uslugu', variant: 'text' },
  { action: 'set_guest', label: 'Podaci o gostu', variant: 'text' },
  { action: 'cancel', label: 'Otkaži termin', variant: 'danger-text' },
] as const satisfies { action: AppointmentAction; label: string; variant: string }[];

type ClientAction = (typeof ACTIONS)[number]['action'];

type Opened = ClientAction | 'too_late';

/** What the user may still do with it: without a network nothing. */
function useActs(appointment: Appointment) {
  const now = useNow();
  const isOffline = useIsOffline();
  const role = useSession()?.role ?? 'CLIENT';
  const may = (action: AppointmentAction) =>
    now !== null && !isOffline && !actionRefusal(action, appointment, role, now);
  return { acts: ACTIONS.filter(({ action }) => may(action)), isMovable: may('reschedule') };
}

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

interface FootProps {
  appointment: Appointment;
  onOpen: (action: Opened) => void;
}

/** What a client may do, on the card itself. */
function Foot({ appointment, onOpen }: FootProps) {
  const { acts, isMovable } = useActs(appointment);
  if (acts.length === 0) return null;
  return (
    <CardFoot>
      {isMovable && <Move appointment={appointment} onOpen={onOpen} />}
      {acts.map(({ action, label, variant }) => (
        <Button key={action} variant={variant} isSmall onClick={() => onOpen(action)}>
          {label}
        </Button>
      ))}
    </CardFoot>
  );
}

/** The same with the rarer ones behind dots, and the calendar file among them. */
function ShortFoot({ appointment, onOpen }: FootProps) {
  const { acts, isMovable } = useActs(appointment);
  const file = useCalendarFile({ id: appointment.id });
  if (!isMovable || acts.length === 0) return null;
  return (
    <CardFoot hasMenu>
      <Move appointment={appointment} onOpen={onOpen} />
      <Button variant="text" isSmall onClick={() => onOpen('change_service')}>
        Promeni uslugu
      </Button>
      <MoreButton
        actions={[
          { label: 'Podaci o gostu', icon: Users, onPress: () => onOpen('set_guest') },
          { label: 'Dodaj u kalendar', icon: CalendarPlus, onPress: () => file.mutate() },
          { label: 'Otkaži termin', icon: CalendarX, onPress: () => onOpen('cancel'), isDanger: true },
        ]}
      />
    </CardFoot>
  );
}

function Move({ appointment: { id, start_datetime }, onOpen }: FootProps) {
  return <MoveAct start={start_datetime} to={movePath(id)} onTooLate={() => onOpen('too_late')} />;
}

/** 'Dodaj u kalendar' beside the time. */
function CalendarIcon({ id }: { id: number }) {
  const file = useCalendarFile({ id });
  return (
    <IconButton
      icon={CalendarPlus}
      label="Dodaj u kalendar"
      onClick={() => file.mutate()}
      className="-mt-0.5 -mr-2.5 -mb-1 text-link"
    />
  );
}

export interface ActiveCardProps {
  appointment: Appointment;
  /** On the home page: two acts and a menu with the others. */
  isShort?: boolean;
}

/** One booking ahead, with what can still be done about it. */
export function ActiveCard({ appointment, isShort = false }: ActiveCardProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  const { id } = appointment;
  return (
    <Card isBooked data-appointment-id={id}>
      <BookingFacts appointment={appointment}>{!isShort && <CalendarIcon id={id} />}</BookingFacts>
      {isShort ? (
        <ShortFoot appointment={appointment} onOpen={setOpen} />
      ) : (
        <Foot appointment={appointment} onOpen={setOpen} />
      )}
      {open === 'too_late' && <MoveTooLate appointment={appointment} onClose={close} />}
      {open && open !== 'too_late' && <OpenDialog action={open} appointment={appointment} onClose={close} />}
    </Card>
  );
}

const CELLS = ['move', 'service', 'guest', 'cancel'];

/** A booking to come, as high as it will be. */
export function ActiveCardSkeleton({ isShort = false }: { isShort?: boolean }) {
  return (
    <Loading>
      <Card className="overflow-hidden">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="mt-4 h-10 w-44" />
        <Skeleton className="my-1.25 w-56" />
        <Skeleton className="mt-3 h-2.5 w-40" />
        <Skeleton className="mt-2.5 mb-1.25 h-2.5 w-48" />
        <CardFoot hasMenu={isShort}>
          {CELLS.slice(isShort ? 1 : 0).map((cell) => (
            <span key={cell} />
          ))}
        </CardFoot>
      </Card>
    </Loading>
  );
}
