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
import { type Sentence, t } from '#domain/language/translate.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { guestNote } from '#domain/wording/appointments.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { heldUntil } from '#domain/wording/deposits.ts';
import { priceText } from '#domain/wording/numbers.ts';
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
import { serviceNamesOf } from '../lib/appointment/services-body.ts';
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
        aria-label={t('Još')}
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
      <p>
        {t('Kapara {amount}. Termin čuvamo za vas {until}.', {
          amount: priceText(amount),
          until: heldUntil(until, today),
        })}
      </p>
      <ButtonLink to={paths.appointments} isBlock>
        {t('Plati kaparu')}
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
        <Fact icon={Paintbrush}>{serviceInFull({ ...booking, service_name: serviceNamesOf(booking) })}</Fact>
      )}
      {'technician_name' in booking && <TechnicianFact of={booking} />}
      <LeftToPay deposit={deposit} price={service_price} />
      {guest && <Fact icon={User}>{[guest, guest_phone].filter(Boolean).join(', ')}</Fact>}
      {notes && (
        <Fact icon={MessageSquareText}>
          <span className="whitespace-pre-line">{t('Napomena: {note}', { note: notes })}</span>
        </Fact>
      )}
      <SalonFacts />
    </Ticket>
  );
}

const MOVE = 'Pomeri termin' satisfies Sentence;

interface OpenedDialogProps extends Required<Pick<OwnCardProps, 'of' | 'isPage'>> {
  open: Opened | null;
  appointment: OwnCardProps['booking'];
  onClose: () => void;
}

function OpenedDialog({ open, of, isPage, ...own }: OpenedDialogProps) {
  const { tooLateToMove } = useDeadlines(own.appointment);
  const client = 'id' in own.appointment ? own.appointment : null;
  return (
    <>
      {open === 'too_late' && tooLateToMove && (
        <TooLateDialog {...own} title={t('Pomeranje termina')} text={tooLateToMove} />
      )}
      {open === 'change_service' && <ChangeServiceDialog {...own} of={of} />}
      {open === 'set_guest' && client && <GuestDialog {...own} appointment={client} />}
      {open === 'cancel' && <CancelOwnDialog {...own} of={of} isPage={isPage} />}
    </>
  );
}

type Opened = 'too_late' | 'change_service' | 'set_guest' | 'cancel';

export interface OwnCardProps {
  of: BookingOf;
  booking: Appointment | GuestBooking;
  /** Whether to show only two actions, with the others in a menu, as on the home page. */
  isShort?: boolean;
  /** Whether the page itself says that the booking has been canceled, and has the button for the calendar. */
  isPage?: boolean;
  /** The question above the actions. */
  question?: ReactNode;
}

/** The user's own booking with its buttons. Once the booking has started, hides the buttons that change it; for clients, also while offline. */
export function OwnCard({ of, booking, isShort = false, isPage = false, question }: OwnCardProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const isOffline = useOutage() !== null;
  const file = useCalendarFile(of);
  const { isAhead, tooLateToMove } = useDeadlines(booking);
  const client = 'id' in booking ? booking : null;
  const canMove = isAhead && awaited(booking.request) === null;
  const own = { appointment: booking, onClose: () => setOpen(null) };
  const shown = (label: string) => (isPage ? label.split(' ')[0] : label); // the verb, which begins the label in every language
  const opener = (dialog: Opened, label: string, variant: ButtonProps['variant'] = 'text') => (
    <Button
      variant={variant}
      isSmall
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => setOpen(dialog)}
    >
      {shown(label)}
    </Button>
  );
  const foot = (
    <CardFoot hasMenu={isShort}>
      {canMove && tooLateToMove && opener('too_late', t(MOVE))}
      {canMove && !tooLateToMove && (
        <ButtonLink to={movePath(of)} variant="text" isSmall aria-label={t(MOVE)}>
          {shown(t(MOVE))}
        </ButtonLink>
      )}
      {isAhead && opener('change_service', t('Promeni uslugu'))}
      {!client && !isPage && (
        <Button variant="text" isSmall isBusy={file.isPending} onClick={() => file.mutate()}>
          {t('Dodaj u kalendar')}
        </Button>
      )}
      {isShort ? (
        <MoreButton
          actions={[
            { label: t('Dolazi neko drugi'), icon: Users, onPress: () => setOpen('set_guest') },
            { label: t('Dodaj u kalendar'), icon: CalendarPlus, onPress: () => file.mutate() },
            { label: t('Otkaži termin'), icon: CalendarX, onPress: () => setOpen('cancel'), isDanger: true },
          ]}
        />
      ) : (
        <>
          {client && opener('set_guest', t('Dolazi neko drugi'))}
          {isAhead && opener('cancel', t('Otkaži termin'), 'danger-text')}
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
              label={t('Dodaj u kalendar')}
              onClick={() => file.mutate()}
              className="-my-0.5 -mr-2.5 hover:bg-white/35"
            />
          )
        }
        foot={
          <>
            {question}
            {((isAhead && !isOffline) || (!client && !isPage)) && foot}
          </>
        }
      />
      <OpenedDialog {...own} open={open} of={of} isPage={isPage} />
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
