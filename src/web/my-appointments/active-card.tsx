import { CalendarPlus, CalendarX, Ellipsis, Users } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { type AppointmentAction, actionRefusal } from '#domain/appointments/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { ServiceField } from '../booking/service-select.tsx';
import { request } from '../lib/api.ts';
import { useCalendarFile } from '../lib/appointment/appointments.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useOutage } from '../lib/outage.ts';
import { useServices } from '../lib/queries/queries.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { movePath } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, CardFoot } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { BookingFacts } from './booking-facts.tsx';
import { CancelOwnDialog } from './cancel-own-dialog.tsx';
import type { MenuAction, MenuProps } from './card-menu.tsx';
import { MoveAct, MoveTooLate } from './move-act.tsx';
import { useOwnChangeForm } from './own-change.ts';

const menu = lazyPage(() => import('./card-menu.tsx'));

function OpenMenu(props: MenuProps) {
  const Menu = useLazyPage(menu);
  return <Menu {...props} />;
}

/** The dots at the end of a card's foot: what can be done besides. The menu is a chunk of its own, for the card is shown first. */
function MoreButton({ actions }: { actions: readonly MenuAction[] }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    menu.fetch().catch(() => undefined); // fetched again when it is opened
  }, []);
  const closing = actions.map((action) => ({
    ...action,
    onPress: () => {
      flushSync(() => setIsOpen(false));
      opener.current?.focus(); // a dialog that opens now gives the focus back to it
      action.onPress();
    },
  }));
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label="Još"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
        className="grid place-items-center text-link transition-colors aria-expanded:bg-blush"
      >
        <Ellipsis aria-hidden="true" size={22} />
      </button>
      {isOpen && (
        <Suspense>
          <OpenMenu opener={opener} actions={closing} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

type GuestValues = { guest_name: string; guest_phone: string };

/** The rule's refusal, with the fields that are blank marked. */
function guestErrors(appointment: Appointment, values: GuestValues): FormErrors | null {
  const guest = guestAfter(appointment, values);
  if (typeof guest !== 'string') return null;
  const isBlank = (text: string) => !text.trim() || undefined;
  const fields = { guest_name: isBlank(values.guest_name), guest_phone: isBlank(values.guest_phone) };
  return { text: textOfError(guest), fields };
}

/** A guest as it is stored: both fields trimmed, or neither. */
const bodyOf = ({ guest_name, guest_phone }: GuestValues) => ({
  guest_name: guest_name.trim() || null,
  guest_phone: guest_phone.trim() || null,
});

function GuestDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const today = useToday();
  const { id, guest_name, guest_phone } = appointment;
  const form = useOwnChangeForm({
    start: { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' },
    check: (values) => guestErrors(appointment, values),
    send: (values) => request('POST /appointments/{id}/guest', { params: { id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju gosta.',
    onClose,
  });
  return (
    <Dialog
      title="Podaci o gostu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={form}>
        <p className="text-small text-soft">Ako dolazite vi, ostavite oba polja prazna.</p>
        <TextField {...form.field('guest_name')} label="Ime" autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('guest_phone')} label="Telefon" type="tel" autoComplete="off" />
      </DialogForm>
    </Dialog>
  );
}

/** The value of a service that was deleted from the price list: the appointment keeps its name and no id. */
const DELETED = 'deleted';

const serviceValue = ({ service_id, service_name }: Appointment): string => {
  if (service_id !== null) return String(service_id);
  return service_name === null ? '' : DELETED;
};

interface ChangeServiceDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

function ChangeServiceDialog({ appointment, onClose }: ChangeServiceDialogProps) {
  const today = useToday();
  const { id, service_name } = appointment;
  const services = useServices().data;
  const start = serviceValue(appointment);
  const own = {
    value: start,
    label: start === DELETED ? `${service_name} (više nije u ponudi)` : `${service_name}`,
  };
  const form = useOwnChangeForm({
    start: { service_id: start },
    send: ({ service_id }) =>
      request('POST /appointments/{id}/service', {
        params: { id },
        body: { service_id: service_id === '' ? null : Number(service_id) },
      }),
    fallback: 'Greška pri čuvanju usluge.',
    isDirty: () => false, // a choice is made again in a moment
    onClose,
  });
  const chosen = form.values.service_id;
  const service = services?.find(({ id: one }) => String(one) === chosen);
  const submit = () => (chosen === start ? onClose() : form.submit());
  return (
    <Dialog
      title="Promeni uslugu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={{ ...form, submit }}>
        <ServiceField
          {...form.field('service_id')}
          own={start !== '' && own}
          hint={longServiceHint(service?.duration_minutes ?? null, appointment)}
        />
      </DialogForm>
    </Dialog>
  );
}

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
  const isOffline = useOutage() !== null;
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
