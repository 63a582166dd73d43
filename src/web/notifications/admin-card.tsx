import {
  Bell,
  CalendarPlus2,
  CalendarSync,
  CalendarX2,
  Check,
  ChevronDown,
  type LucideIcon,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { MAX_OWNER_MESSAGES_PER_DAY } from '#domain/limits.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { guestNote, NAMELESS_GUEST, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import {
  type AdminNotificationType,
  adminNotificationLabel,
  callGuestText,
  LATE_CANCELLATION_LABEL,
} from '#domain/wording/notifications.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { MessageLinks } from '../appointments/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import type { AdminNotificationTab } from '../lib/queries/notification-queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { RowRef } from '../ui/virtual-rows.tsx';
import { type AdminCard, idsOf, isUnread } from './admin-notifications.ts';
import type { FreedState } from './freed-slots.ts';
import type { AdminNotification, Inbox } from './inbox.ts';
import { DeleteNotification } from './list-actions.tsx';
import { apptTimeOf, momentsOf, timeBeforeOf } from './notification-moments.ts';

interface GuestCallProps {
  notification: AdminNotification;
  /** Whether the slot can still be booked. */
  freeState: FreedState;
  onBooked: () => void;
}

/** Links to call or write to a waiting guest, and a button to book the free slot for the guest. */
function GuestCall({ notification, freeState, onBooked }: GuestCallProps) {
  const [isBooking, setIsBooking] = useState(false);
  const { guest_name, guest_phone, appointment_id, appt_start, appt_end, service_name } = notification;
  const about = callGuestText(notification);
  const name = guest_name ?? NAMELESS_GUEST;
  if (guest_phone === null) return null;
  const links = { phone: guest_phone, of: about };
  if (appt_start === null || appt_end === null) return <PhoneLinks {...links} className={PLACE} />;
  const facts = { name, isClient: false, start_datetime: appt_start, service_name };
  const preset = {
    person: { guest_name: name, guest_phone },
    date: dateOf(appt_start),
    ...(appointment_id !== null && {
      slot: { id: appointment_id, start_datetime: appt_start, end_datetime: appt_end },
    }),
  };
  return (
    <div className={`${PLACE} grid justify-items-start gap-2`}>
      <MessageLinks {...links} kind="free_slot" facts={facts} />
      {freeState === 'gone' ? (
        <p className="text-small text-soft">Više nije slobodan.</p>
      ) : (
        <Button
          isSmall
          isBusy={freeState === 'loading'}
          aria-description={about}
          onClick={() => setIsBooking(true)}
        >
          Upiši
        </Button>
      )}
      {isBooking && (
        <NewAppointment preset={preset} onClose={() => setIsBooking(false)} onCreated={onBooked} />
      )}
    </div>
  );
}

// `relative` places it above the button that covers the card
const PLACE = 'relative mt-2 max-md:-ml-13';

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-break-word tabular-nums">{children}</dd>
    </div>
  );
}

interface AdminCardDetailsProps {
  id: string;
  card: AdminCard;
  tab: AdminNotificationTab;
  today: WallDate;
}

/** The details of a card: further times, contact and the client's card. */
function AdminCardDetails({ id, card, tab, today }: AdminCardDetailsProps) {
  const { notification } = card;
  const [isClientOpen, setIsClientOpen] = useState(false);
  const phone = phoneOf(notification);
  const { type, client_id, client_email, created_at } = notification;
  return (
    <div
      id={id}
      className="relative mt-3 grid grid-cols-1 justify-items-start gap-3 border-t border-line pt-3 text-ink max-md:-ml-13"
    >
      <dl className="grid w-full min-w-0 gap-1 text-small">
        <Detail name="Stiglo">{whenTold(created_at, today)}</Detail>
        {momentsOf(card, tab, today).others.map(({ word, at }) => (
          <Detail key={word} name={word}>
            {at}
          </Detail>
        ))}
        {phone && <Detail name="Telefon">{phone}</Detail>}
        {client_email && <Detail name="Email">{client_email}</Detail>}
      </dl>
      {phone && type !== 'FREE_SLOT_GUEST' && <PhoneLinks phone={phone} of={phone} />}
      {client_id !== null && (
        <Button variant="quiet" isSmall onClick={() => setIsClientOpen(true)}>
          Otvori klijenta
        </Button>
      )}
      {client_id !== null && isClientOpen && (
        <AppointmentDialogContext value={AppointmentDialog}>
          <ClientDialog id={client_id} onClose={() => setIsClientOpen(false)} />
        </AppointmentDialogContext>
      )}
    </div>
  );
}

const ICONS: Record<AdminNotificationType, LucideIcon> = {
  NEW_BOOKING: CalendarPlus2,
  CANCELLED: CalendarX2,
  MOVED: CalendarSync,
  NEW_CLIENT: UserPlus,
  FREE_SLOT_GUEST: Bell,
  MORE_FROM_NETWORK: Bell,
};

/** The person and the service: 'Milica Đurić, Gel lak'. */
function aboutOf(notification: AdminNotification): string {
  if (notification.type === 'FREE_SLOT_GUEST') return callGuestText(notification);
  if (notification.type === 'MORE_FROM_NETWORK') {
    return `Za 24 sata je sa iste adrese stiglo ${MAX_OWNER_MESSAGES_PER_DAY} notifikacija. Izostavljeno: ${notification.more_count}.`;
  }
  return [personOf(notification), guestNote(notification), notification.service_name]
    .filter(Boolean)
    .join(', ');
}

/** The time of the appointment; for a moved booking the old and the new time. */
function Times({ notification, today }: { notification: AdminNotification; today: WallDate }) {
  const before = timeBeforeOf(notification, today);
  const now = apptTimeOf(notification, today);
  if (before === null) return now;
  return (
    <>
      <s className="block decoration-1">{before}</s>
      <span className="block font-medium text-ink">
        <span className="sr-only">sada</span> <span aria-hidden="true">→</span> {now}
      </span>
    </>
  );
}

interface MessageProps {
  card: AdminCard;
  tab: AdminNotificationTab;
  today: WallDate;
}

function Message({ card, tab, today }: MessageProps) {
  const { notification } = card;
  const { cancelled_reason, is_late } = notification;
  return (
    <>
      {is_late === 1 && <p className="font-medium text-error">{LATE_CANCELLATION_LABEL}</p>}
      <p>{aboutOf(notification)}</p>
      {cancelled_reason && <p className="text-soft">„{cancelled_reason}“</p>}
      <p className="text-small text-soft tabular-nums">
        <Times notification={notification} today={today} />
        {momentsOf(card, tab, today).own.map(({ word, at }) => (
          <span key={word} className="block">
            {word} {at}
          </span>
        ))}
      </p>
    </>
  );
}

interface CardActionsProps {
  card: AdminCard;
  inbox: Inbox;
  /** The id of the card's details. */
  detailsId: string;
  isExpanded: boolean;
  onExpand: () => void;
  onRead: () => void;
}

function CardActions({ card, inbox, detailsId, isExpanded, onExpand, onRead }: CardActionsProps) {
  const { notification } = card;
  const about = aboutOf(notification);
  return (
    <div className="relative -mr-3 -mb-3 -ml-3 flex flex-wrap items-center justify-between">
      <Button
        variant="text"
        isSmall
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? detailsId : undefined}
        aria-description={about}
        onClick={onExpand}
      >
        Detalji
        <ChevronDown
          aria-hidden="true"
          size={18}
          strokeWidth={1.75}
          className={cx('transition-transform', isExpanded && 'rotate-180')}
        />
      </Button>
      <div className="ml-auto flex text-soft">
        {isUnread(card) && (
          <IconButton icon={Check} label="Označi kao pročitano" description={about} onClick={onRead} />
        )}
        <DeleteNotification
          inbox={inbox}
          ids={idsOf(card)}
          label={adminNotificationLabel(notification.type)}
          description={about}
        />
      </div>
    </div>
  );
}

export interface AdminNotificationCardProps extends MessageProps {
  inbox: Inbox;
  /** Called when the user presses the card itself. */
  onOpen: (card: AdminCard) => void;
  onRead: (card: AdminCard) => void;
  /** Whether the slot that a guest waits for can still be booked. */
  freeState: FreedState;
  place: { index: number; count: number };
  rowRef: RowRef;
}

/** A notification to the owner. A press opens its appointment; expanding the details marks it as read. */
export function AdminNotificationCard(props: AdminNotificationCardProps) {
  const { card, tab, today, inbox, onOpen, onRead, freeState, place, rowRef } = props;
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const { notification } = card;
  const { type, is_late, appointment_id } = notification;
  const expand = () => {
    if (!isExpanded) onRead(card);
    setIsExpanded(!isExpanded);
  };
  return (
    <Note
      ref={rowRef}
      data-index={place.index}
      data-appointment-id={appointment_id ?? undefined}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      icon={ICONS[type]}
      isAlarm={is_late === 1}
      newWord={isUnread(card) ? 'NOVO' : undefined}
      title={
        <button
          type="button"
          aria-haspopup={appointment_id === null ? undefined : 'dialog'}
          aria-describedby={`${id}-message`}
          onClick={() => onOpen(card)}
          className="text-left outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-link hover:text-link"
        >
          {adminNotificationLabel(type)}
        </button>
      }
      actions={
        <>
          {type === 'FREE_SLOT_GUEST' && (
            <GuestCall notification={notification} freeState={freeState} onBooked={() => onRead(card)} />
          )}
          {isExpanded && <AdminCardDetails id={`${id}-details`} card={card} tab={tab} today={today} />}
          <CardActions
            card={card}
            inbox={inbox}
            detailsId={`${id}-details`}
            isExpanded={isExpanded}
            onExpand={expand}
            onRead={() => onRead(card)}
          />
        </>
      }
    >
      <div id={`${id}-message`} className="grid grid-cols-1 gap-0.5">
        <Message card={card} tab={tab} today={today} />
      </div>
    </Note>
  );
}
