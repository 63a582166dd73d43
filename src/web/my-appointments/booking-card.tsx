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
import { timeLeftText } from '#domain/appointments/appointments.ts';
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
import { useNow, useToday } from '../lib/clock/clock.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import type { MenuAction } from '../lib/menu/menu.tsx';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { useOutage } from '../lib/outage.ts';
import { type BookingOf, movePath, paths } from '../lib/routing/paths.ts';
import { Button, ButtonLink, type ButtonProps, IconButton } from '../ui/button.tsx';
import { CardFoot, Chip } from '../ui/card.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import {
  CancelOwnDialog,
  ChangeServiceDialog,
  GuestDialog,
  TooLateDialog,
  useDeadlines,
} from './own-dialogs.tsx';

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

type Opened = 'too_late' | 'change_service' | 'set_guest' | 'cancel';

export interface OwnCardProps {
  of: BookingOf;
  booking: Appointment | GuestBooking;
  /** Whether to show only two actions, with the others in a menu, as on the home page. */
  isShort?: boolean;
  /** Whether the page itself says that the booking has been canceled. */
  isPage?: boolean;
}

/** The user's own booking with its buttons. Once the booking has started, hides the buttons that change it; for clients, also while offline. */
export function OwnCard({ of, booking, isShort = false, isPage = false }: OwnCardProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const isOffline = useOutage() !== null;
  const file = useCalendarFile(of);
  const { isAhead, tooLateToMove } = useDeadlines(booking);
  const client = 'id' in booking ? booking : null;
  const own = { appointment: booking, onClose: () => setOpen(null) };
  const opener = (dialog: Opened, label: string, variant: ButtonProps['variant'] = 'text') => (
    <Button variant={variant} isSmall aria-haspopup="dialog" onClick={() => setOpen(dialog)}>
      {label}
    </Button>
  );
  const foot = (
    <CardFoot hasMenu={isShort}>
      {isAhead && tooLateToMove && opener('too_late', 'Pomeri termin')}
      {isAhead && !tooLateToMove && (
        <ButtonLink to={movePath(of)} variant="text" isSmall>
          Pomeri termin
        </ButtonLink>
      )}
      {client ? (
        opener('change_service', 'Promeni uslugu')
      ) : (
        <Button variant="text" isSmall isBusy={file.isPending} onClick={() => file.mutate()}>
          Dodaj u kalendar
        </Button>
      )}
      {isShort ? (
        <MoreButton
          actions={[
            { label: 'Podaci o gostu', icon: Users, onPress: () => setOpen('set_guest') },
            { label: 'Dodaj u kalendar', icon: CalendarPlus, onPress: () => file.mutate() },
            { label: 'Otkaži termin', icon: CalendarX, onPress: () => setOpen('cancel'), isDanger: true },
          ]}
        />
      ) : (
        <>
          {client && opener('set_guest', 'Podaci o gostu')}
          {isAhead && opener('cancel', 'Otkaži termin', 'danger-text')}
        </>
      )}
    </CardFoot>
  );
  return (
    <>
      <BookingTicket
        booking={booking}
        isShort={isShort}
        aside={
          client &&
          !isShort && (
            <IconButton
              icon={CalendarPlus}
              label="Dodaj u kalendar"
              onClick={() => file.mutate()}
              className="-my-0.5 -mr-2.5 hover:bg-white/35"
            />
          )
        }
        foot={(!client || (isAhead && !isOffline)) && foot}
      />
      {open === 'too_late' && tooLateToMove && (
        <TooLateDialog {...own} title="Pomeranje termina" text={tooLateToMove} />
      )}
      {open === 'change_service' && client && <ChangeServiceDialog {...own} appointment={client} />}
      {open === 'set_guest' && client && <GuestDialog {...own} appointment={client} />}
      {open === 'cancel' && <CancelOwnDialog {...own} of={of} isPage={isPage} />}
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
