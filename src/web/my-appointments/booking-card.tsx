import {
  CalendarPlus,
  CalendarX,
  Clock,
  Ellipsis,
  MessageSquareText,
  Paintbrush,
  User,
  Users,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Appointment, Deposit } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { actionRefusal, timeLeftText } from '#domain/appointments/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { guestNote } from '#domain/wording/appointments.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { heldUntil } from '#domain/wording/deposits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import {
  DepositChip,
  Fact,
  LeftToPay,
  SalonFacts,
  ServicesFact,
  TechnicianFact,
  Ticket,
  useCalendarFile,
} from '../booking/ticket.tsx';
import { request } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import type { MenuAction } from '../lib/menu/menu.tsx';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { useOutage } from '../lib/outage.ts';
import { guestMovePath, movePath, paths } from '../lib/routing/paths.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { CardFoot, Chip } from '../ui/card.tsx';
import { focusHeading, Loading, Skeleton } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';
import { CancelOwnDialog, ChangeServiceDialog, GuestDialog, MoveAct, MoveTooLate } from './own-dialogs.tsx';

function MoreButton({ actions }: { actions: readonly MenuAction[] }) {
  const { trigger, menu } = useMenu(actions);
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-label="Još"
        className="grid place-items-center text-link transition-colors aria-expanded:bg-blush"
      >
        <Ellipsis size={22} strokeWidth={2} />
      </button>
      {menu}
    </>
  );
}

/** A chip such as 'Termin za 25 minuta'. Invisible until the current time of the salon is known. */
export function TimeLeftChip({ appointment, isOnGold }: { appointment: Times; isOnGold?: boolean }) {
  const now = useNow();
  return (
    <Chip tone={isOnGold ? 'onGold' : 'gold'} className={now === null ? 'invisible' : undefined}>
      <Clock size={16} strokeWidth={2} className="shrink-0" />
      {now === null ? '\u00a0' : timeLeftText(now, appointment.start_datetime, appointment.end_datetime)}
    </Chip>
  );
}

type Shown = (SeenAppointment & Partial<Pick<Appointment, 'notes'>>) | GuestBooking;

interface BookingTicketProps {
  booking: Shown;
  /** True on the home page: shows a link to the page on which the deposit can be paid. */
  isShort?: boolean;
  aside?: ReactNode;
  foot?: ReactNode;
}

function PayLink({ deposit: { amount, until } }: { deposit: Deposit }) {
  const today = useToday();
  return (
    <div className="mt-4 grid gap-3">
      <p>{`Kapara ${formatNumber(amount)} din. Termin čuvamo za vas ${heldUntil(until, today)}.`}</p>
      <ButtonLink to={paths.appointments} isBlock>
        Plati kaparu
      </ButtonLink>
    </div>
  );
}

/** A booking as a ticket: time, day and time left on gold; service, guest, note and salon below. */
export function BookingTicket({ booking, isShort = false, aside, foot }: BookingTicketProps) {
  const { guest_phone, service_price } = booking;
  const deposit = 'deposit' in booking ? booking.deposit : null;
  const held = awaited(deposit);
  const guest = 'client_name' in booking ? guestNote(booking) : booking.guest_name;
  const notes = 'notes' in booking && booking.notes;
  const services = ('services' in booking && booking.services) || []; // older releases stored bookings on the device without services
  return (
    <Ticket
      booking={booking}
      above={<TimeLeftChip appointment={booking} isOnGold />}
      aside={aside}
      pay={isShort && held && <PayLink deposit={held} />}
      foot={foot}
    >
      {deposit && !held && (
        <li className="empty:hidden">
          <DepositChip deposit={deposit} />
        </li>
      )}
      {services.length > 1 ? (
        <ServicesFact services={services} />
      ) : (
        <Fact icon={Paintbrush}>{serviceInFull(booking)}</Fact>
      )}
      {'technician_name' in booking && <TechnicianFact of={booking} />}
      <LeftToPay deposit={deposit} price={service_price} />
      {guest && <Fact icon={User}>{[guest, guest_phone].filter(Boolean).join(', ')}</Fact>}
      {notes && (
        <Fact icon={MessageSquareText}>
          <span className="whitespace-pre-line">{`Napomena: ${notes}`}</span>
        </Fact>
      )}
      <SalonFacts />
    </Ticket>
  );
}

type Opened = 'change_service' | 'set_guest' | 'cancel' | 'too_late';

interface FootProps {
  appointment: Appointment;
  onOpen: (dialog: Opened) => void;
  isShort: boolean;
}

/** The buttons of a booking. Renders nothing while offline or after the appointment's start. */
function Foot({ appointment, onOpen, isShort }: FootProps) {
  const { id, start_datetime } = appointment;
  const now = useNow();
  const isOffline = useOutage() !== null;
  const file = useCalendarFile({ id });
  if (now === null || isOffline || actionRefusal('cancel', appointment, 'CLIENT', now)) return null;
  return (
    <CardFoot hasMenu={isShort}>
      <MoveAct start={start_datetime} to={movePath(id)} onTooLate={() => onOpen('too_late')} />
      <Button variant="text" isSmall onClick={() => onOpen('change_service')}>
        Promeni uslugu
      </Button>
      {isShort ? (
        <MoreButton
          actions={[
            { label: 'Podaci o gostu', icon: Users, onPress: () => onOpen('set_guest') },
            { label: 'Dodaj u kalendar', icon: CalendarPlus, onPress: () => file.mutate() },
            { label: 'Otkaži termin', icon: CalendarX, onPress: () => onOpen('cancel'), isDanger: true },
          ]}
        />
      ) : (
        <>
          <Button variant="text" isSmall onClick={() => onOpen('set_guest')}>
            Podaci o gostu
          </Button>
          <Button variant="danger-text" isSmall onClick={() => onOpen('cancel')}>
            Otkaži termin
          </Button>
        </>
      )}
    </CardFoot>
  );
}

function CalendarIcon({ id }: { id: number }) {
  const file = useCalendarFile({ id });
  return (
    <IconButton
      icon={CalendarPlus}
      label="Dodaj u kalendar"
      onClick={() => file.mutate()}
      className="-my-0.5 -mr-2.5 hover:bg-white/35"
    />
  );
}

export interface ActiveCardProps {
  appointment: Appointment;
  /** Whether to show only two actions, with the others in a menu, as on the home page. */
  isShort?: boolean;
}

export function ActiveCard({ appointment, isShort = false }: ActiveCardProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const { id } = appointment;
  const own = { appointment, onClose: () => setOpen(null) };
  return (
    <>
      <BookingTicket
        booking={appointment}
        isShort={isShort}
        aside={!isShort && <CalendarIcon id={id} />}
        foot={<Foot appointment={appointment} onOpen={setOpen} isShort={isShort} />}
      />
      {open === 'too_late' && <MoveTooLate {...own} />}
      {open === 'change_service' && <ChangeServiceDialog {...own} />}
      {open === 'set_guest' && <GuestDialog {...own} />}
      {open === 'cancel' && (
        <CancelOwnDialog
          {...own}
          moveTo={movePath(id)}
          cancel={(reason) => request('POST /appointments/{id}/cancel', { params: { id }, body: { reason } })}
          onCancelled={() => toast('success', 'Termin je otkazan.')}
        />
      )}
    </>
  );
}

export interface GuestTicketCardProps {
  booking: GuestBooking;
  token: string;
  /** Called after a cancellation; by default the page's heading takes the focus. */
  onCancelled?: () => void;
}

/** A guest's booking, on the page of its link and among the tickets on this device. */
export function GuestTicketCard({ booking, token, onCancelled = focusHeading }: GuestTicketCardProps) {
  const [open, setOpen] = useState<'cancel' | 'too_late' | null>(null);
  const now = useNow();
  const file = useCalendarFile({ token });
  const isAhead = now !== null && !actionRefusal('cancel', booking, 'CLIENT', now);
  const own = { appointment: booking, onClose: () => setOpen(null) };
  const to = guestMovePath(token);
  const foot = (
    <CardFoot>
      {isAhead && <MoveAct start={booking.start_datetime} to={to} onTooLate={() => setOpen('too_late')} />}
      <Button variant="text" isSmall isBusy={file.isPending} onClick={() => file.mutate()}>
        Dodaj u kalendar
      </Button>
      {isAhead && (
        <Button variant="danger-text" isSmall onClick={() => setOpen('cancel')}>
          Otkaži termin
        </Button>
      )}
    </CardFoot>
  );
  return (
    <>
      <BookingTicket booking={booking} foot={foot} />
      {open === 'too_late' && <MoveTooLate {...own} />}
      {open === 'cancel' && (
        <CancelOwnDialog
          {...own}
          moveTo={to}
          cancel={(reason) => request('POST /guest-link/cancel', { body: { token, reason } })}
          onCancelled={onCancelled}
        />
      )}
    </>
  );
}

export function ActiveCardSkeleton({ isShort = false }: { isShort?: boolean }) {
  return (
    <Loading className="overflow-hidden rounded-card border border-line bg-card">
      <div className="h-38 bg-line" />
      <div className="p-5 pb-0">
        <Skeleton className="my-1.25 w-44" />
        <Skeleton className="mt-4.5 mb-1.25 w-52" />
        <div className={isShort ? 'h-17' : 'h-29 md:h-17'} />
      </div>
    </Loading>
  );
}
