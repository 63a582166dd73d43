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
import { useId, useState } from 'react';
import { guestNote, NAMELESS_GUEST, personOf } from '#domain/wording/appointments.ts';
import {
  type AdminNotificationType,
  adminNotificationLabel,
  callGuestText,
  LATE_CANCELLATION_LABEL,
} from '#domain/wording/notifications.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import type { AdminNotificationTab } from '../lib/notification-queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { RowRef } from '../ui/virtual-rows.tsx';
import { AdminCardDetails } from './admin-card-details.tsx';
import type { AdminNotification, Inbox } from './inbox.ts';
import { DeleteNotification } from './list-actions.tsx';
import { apptTimeOf, momentsOf, timeBeforeOf } from './notification-moments.ts';

const ICONS: Record<AdminNotificationType, LucideIcon> = {
  NEW_BOOKING: CalendarPlus2,
  CANCELLED: CalendarX2,
  MOVED: CalendarSync,
  NEW_CLIENT: UserPlus,
  FREE_SLOT_GUEST: Bell,
};

/** The person whom it is about, and the service: 'Milica Đurić, Gel lak'. */
function aboutOf(notification: AdminNotification): string {
  if (notification.type === 'FREE_SLOT_GUEST') return callGuestText(notification);
  return [personOf(notification), guestNote(notification), notification.service_name]
    .filter(Boolean)
    .join(', ');
}

/** Its time; of a moved booking from where to where. */
function Times({ notification }: { notification: AdminNotification }) {
  const before = timeBeforeOf(notification);
  const now = apptTimeOf(notification);
  if (before === null) return now;
  return (
    <>
      <s className="block decoration-1">{before}</s>
      <span className="block text-ink">
        <span className="sr-only">sada</span> <span aria-hidden="true">→</span> {now}
      </span>
    </>
  );
}

interface MessageProps {
  notification: AdminNotification;
  tab: AdminNotificationTab;
}

function Message({ notification, tab }: MessageProps) {
  const { cancelled_reason, is_late } = notification;
  return (
    <>
      {is_late === 1 && <p className="font-medium text-error">{LATE_CANCELLATION_LABEL}</p>}
      <p>{aboutOf(notification)}</p>
      {cancelled_reason && <p className="text-soft">„{cancelled_reason}“</p>}
      <p className="text-small text-soft tabular-nums">
        <Times notification={notification} />
        {momentsOf(notification, tab).own.map(({ word, at }) => (
          <span key={word} className="block">
            {word} {at}
          </span>
        ))}
      </p>
    </>
  );
}

interface CardActionsProps {
  notification: AdminNotification;
  inbox: Inbox;
  /** The id of its details. */
  detailsId: string;
  isExpanded: boolean;
  onExpand: () => void;
  onRead: () => void;
}

/** At the foot of a card: details, read, delete. */
function CardActions({ notification, inbox, detailsId, isExpanded, onExpand, onRead }: CardActionsProps) {
  const about = aboutOf(notification);
  return (
    <div className="relative -mr-3 -mb-3 -ml-3 flex items-center justify-between">
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
      <div className="flex text-soft">
        {notification.read_at === null && (
          <IconButton icon={Check} label="Označi kao pročitano" description={about} onClick={onRead} />
        )}
        <DeleteNotification
          inbox={inbox}
          id={notification.id}
          label={adminNotificationLabel(notification.type)}
          description={about}
        />
      </div>
    </div>
  );
}

/** A guest whose day has a free time again is written to about it. */
function GuestLinks({ notification, phone }: { notification: AdminNotification; phone: string }) {
  const { guest_name, appt_start, service_name } = notification;
  const links = { phone, of: aboutOf(notification), className: 'relative mt-2 max-md:-ml-13' };
  if (appt_start === null) return <PhoneLinks {...links} />;
  const name = guest_name ?? NAMELESS_GUEST;
  const facts = { name, isClient: false, start_datetime: appt_start, service_name };
  return <MessageLinks {...links} kind="free_slot" facts={facts} />;
}

export interface AdminNotificationCardProps extends MessageProps {
  inbox: Inbox;
  /** The card itself was pressed. */
  onOpen: (notification: AdminNotification) => void;
  onRead: (notification: AdminNotification) => void;
  place: { index: number; count: number };
  rowRef: RowRef;
}

/** One notification: pressing it opens its appointment, its details mark it as read. */
export function AdminNotificationCard(props: AdminNotificationCardProps) {
  const { notification, tab, inbox, onOpen, onRead, place, rowRef } = props;
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const { type, read_at, is_late, appointment_id, guest_phone } = notification;
  const expand = () => {
    if (!isExpanded) onRead(notification);
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
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <button
          type="button"
          aria-haspopup={appointment_id === null ? undefined : 'dialog'}
          aria-describedby={`${id}-message`}
          onClick={() => onOpen(notification)}
          className="text-left outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-link hover:text-link"
        >
          {adminNotificationLabel(type)}
        </button>
      }
      actions={
        <>
          {type === 'FREE_SLOT_GUEST' && guest_phone && (
            <GuestLinks notification={notification} phone={guest_phone} />
          )}
          {isExpanded && <AdminCardDetails id={`${id}-details`} notification={notification} tab={tab} />}
          <CardActions
            notification={notification}
            inbox={inbox}
            detailsId={`${id}-details`}
            isExpanded={isExpanded}
            onExpand={expand}
            onRead={() => onRead(notification)}
          />
        </>
      }
    >
      <div id={`${id}-message`} className="grid grid-cols-1 gap-0.5">
        <Message notification={notification} tab={tab} />
      </div>
    </Note>
  );
}
